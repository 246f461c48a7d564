"""Reads golden.yaml into cases; a file with one fault in it gives none."""

from collections.abc import Iterator, Sequence
from datetime import date
from enum import StrEnum
from typing import TypeVar

from archivebrain.answering import questions
from archivebrain.answering.types import Question, QuestionFault
from archivebrain.evaluation.cases import (
    Case,
    Expect,
    Kind,
    Quote,
    Require,
    Split,
)
from retrieval.corpus.author_files import Fault, FaultyFile, Key, Record, read_records
from retrieval.corpus.author_files import Kind as Holds
from retrieval.temporal import Intent

Word = TypeVar("Word", bound=StrEnum)

_TEXT, _TEXTS = Key(Holds.TEXT), Key(Holds.TEXTS)
_MUST = Key(Holds.TEXT, is_required=True)
_KEYS = {
    **dict.fromkeys(("id", "question", "kind", "split", "expect"), _MUST),
    **dict.fromkeys(("require", "as_of", "live_fact", "note"), _TEXT),
    **dict.fromkeys(("sources", "also_right", "near", "must_say", "must_not_say"), _TEXTS),
    "quotes": Key(Holds.RECORDS, keys={"slug": _MUST, "quote": _MUST}),
    "temporal": Key(
        Holds.RECORD, keys={"intent": _MUST, "year": _TEXT, "from": _TEXT, "to": _TEXT}
    ),
}


def read_cases(data: bytes) -> tuple[Case, ...]:
    """Every case of the file, or FaultyFile with all faults at once."""
    records = read_records(data, {"cases": _KEYS})["cases"]
    faults = [*_twice(records)]
    cases = [_case(record, faults) for record in records]
    if not records:
        faults.append(Fault(1, "the file holds no case."))
    if faults:
        raise FaultyFile(faults)
    return tuple(cases)


def _twice(records: Sequence[Record]) -> Iterator[Fault]:
    first: dict[str, int] = {}
    for record in records:
        case_id = record.texts["id"]
        if case_id in first:
            sentence = f"the id {case_id!r} is already that of line {first[case_id]}; change one."
            yield _fault(record, "id", sentence)
        first.setdefault(case_id, record.line)


def _case(record: Record, faults: list[Fault]) -> Case:
    texts, lists = record.texts, record.lists
    case = Case(
        id=texts["id"],
        question=texts["question"],
        kind=_word(record, "kind", Kind, faults, default=Kind.EXACT),
        split=_word(record, "split", Split, faults, default=Split.TUNE),
        expect=_word(record, "expect", Expect, faults, default=Expect.ANSWER),
        require=_word(record, "require", Require, faults, default=Require.ANY),
        sources=lists.get("sources", ()),
        also_right=lists.get("also_right", ()),
        near=lists.get("near", ()),
        quotes=tuple(
            Quote(one.texts["slug"], one.texts["quote"]) for one in record.records.get("quotes", ())
        ),
        temporal=_temporal(record, faults),
        must_say=lists.get("must_say", ()),
        must_not_say=lists.get("must_not_say", ()),
        as_of=_day(record, faults),
        is_live=_switch(record, faults),
    )
    faults += _contradictions(record, case)
    return case


def _contradictions(record: Record, case: Case) -> Iterator[Fault]:
    """Cases that no answer could pass, or that every answer would."""
    is_answer = case.expect is Expect.ANSWER
    if is_answer and not case.sources and not case.is_live:
        yield Fault(record.line, "a case that expects an answer has no sources; name them.")
    if not is_answer and (case.sources or case.also_right):
        sentence = "a case that expects a decline has sources; put them under near."
        yield Fault(record.line, sentence)
    if case.kind is Kind.DECLINE and is_answer:
        yield _fault(record, "kind", "a case of the kind decline expects an answer; change one.")
    try:
        questions.clean(Question(case.question))
    except QuestionFault as fault:
        yield _fault(record, "question", f"this question cannot be asked: {fault}")


def _word(
    record: Record, key: str, words: type[Word], faults: list[Fault], *, default: Word
) -> Word:
    text = record.texts.get(key, "")
    if text in list(words):
        return words(text)
    if text and text != "?":
        faults.append(_fault(record, key, f"{key} {text!r} is not known; {_write(words)}"))
    return default


def _temporal(record: Record, faults: list[Fault]) -> dict[str, str] | None:
    for time in record.records.get("temporal", ()):
        _word(time, "intent", Intent, faults, default=Intent.POINT)
        for key in ("year", "from", "to"):
            text = time.texts.get(key, "")
            if text and not _is_time(text):
                sentence = f"{key} {text!r} is no time; write it as 2021 or 2021-06-30."
                faults.append(_fault(time, key, sentence))
        return dict(time.texts)
    return None


def _is_time(text: str) -> bool:
    try:
        date.fromisoformat(f"{text}-01-01" if len(text) == len("2021") else text)
    except ValueError:
        return False
    return True


def _day(record: Record, faults: list[Fault]) -> date | None:
    text = record.texts.get("as_of", "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        faults.append(
            _fault(record, "as_of", f"as_of {text!r} is no date; write it as 2021-06-30.")
        )
        return None


def _switch(record: Record, faults: list[Fault]) -> bool:
    text = record.texts.get("live_fact", "").lower()
    if text not in {"", "true", "false"}:
        faults.append(_fault(record, "live_fact", "live_fact is not true or false."))
    return text == "true"


def _fault(record: Record, key: str, sentence: str) -> Fault:
    return Fault(record.lines.get(key, record.line), sentence)


def _write(words: type[StrEnum]) -> str:
    return f"write {' or '.join(words)}."
