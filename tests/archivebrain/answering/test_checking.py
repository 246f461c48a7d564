"""Each sentence of a draft is held against what it cites, and bears a verdict when it leaves."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import pytest

from archivebrain.answering import checking, dating, quoted, support
from archivebrain.answering.checking import Checker
from archivebrain.answering.citations import resolve
from archivebrain.providers.types import (
    Brief,
    Check,
    Cite,
    Draft,
    DraftSentence,
    Source,
    Verdict,
)
from tests.archivebrain.answering.passages import source

BREAD = source(1, "Bread is a clock that you can eat.", "Heat is patient.", slug="bread", year=2021)
ROPE = source(2, "Rope is the oldest debt of the quay.", slug="rope", year=2019)


@dataclass
class Embedder:
    """Gives every pair the same cosine, or none, and keeps what it was asked."""

    cosine: float | None = 0.7
    asked: list[Sequence[tuple[str, str]]] = field(default_factory=list)

    def __call__(self, pairs: Sequence[tuple[str, str]]) -> list[float] | None:
        self.asked.append(pairs)
        return None if self.cosine is None else [self.cosine] * len(pairs)


def checker(*sources: Source, embedder: Embedder | None = None) -> Checker:
    brief = Brief("?", "Ines Halloran", sources or (BREAD, ROPE), date(2026, 1, 1), None, None)
    return Checker(brief, (), embedder or Embedder())


def said(text: str, *numbers: int) -> DraftSentence:
    return DraftSentence(text, tuple(map(Cite, numbers or (1,))))


def draft(*sentences: DraftSentence, provider: str = "openai") -> Draft:
    return Draft(sentences, provider, "model")


def checked(*sentences: DraftSentence) -> Draft:
    return checker().checked(draft(*sentences))


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("Bread is a clock that you can eat.", Verdict.VERBATIM),
        ("Ines Halloran writes: “Bread is a clock that you can eat.”", Verdict.VERBATIM),
        ("Bread, to her, is a clock to eat.", Verdict.SUPPORTED),
        ("A loaf is something edible that shows hours, like a clock.", Verdict.PARTLY),
    ],
)
def test_a_sentence_leaves_with_its_verdict(text: str, verdict: Verdict) -> None:
    assert [one.verdict for one in checked(said(text)).sentences] == [verdict]


def test_no_author_is_said_to_have_said_what_she_denies() -> None:
    denied = "Ines Halloran never wrote “Bread is a clock that you can eat”."

    kept = checked(said("Heat is patient."), said(denied))

    assert [one.text for one in kept.sentences] == ["Heat is patient."]


@pytest.mark.parametrize(
    ("text", "module", "name"),
    [
        ("It is raining.", checking.Pending, "verdict"),
        ("She loves bread and heat.", support, "CLASHES"),
        ("“Heat is a tram, and trams are heat,” she writes.", quoted, "stands"),
        ("Heat is patient until 1998.", dating, "_is_borne"),
    ],
)
def test_what_is_not_borne_out_goes_and_each_guard_is_what_takes_it(
    text: str, module: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (checked(said(text)).declined, checked(said(text)).reason) == (True, "unsupported")

    off = {
        "verdict": lambda pending, closeness: Verdict.SUPPORTED,
        "CLASHES": (),
        "stands": lambda words, passages: True,
        "_is_borne": lambda match, known: True,
    }[name]
    monkeypatch.setattr(module, name, off)
    assert [one.text for one in checked(said(text)).sentences] == [text]


def test_one_sentence_goes_and_the_others_stay() -> None:
    kept = checked(said("Heat is patient."), said("It is raining."), said("No source.", 9))

    assert [one.text for one in kept.sentences] == ["Heat is patient.", "No source."]
    assert kept.checks == {Check.UNSUPPORTED: 1}


def test_a_clause_at_the_end_of_which_no_word_is_cited_is_cut_off() -> None:
    (sentence,) = checked(said("Heat is patient, and trams will sail tomorrow.")).sentences

    assert sentence.text == "Heat is patient."


def test_a_quotation_stands_in_the_passage_that_is_cited_and_in_no_other() -> None:
    (sentence,) = checked(said("Her “patient” heat bakes bread with “debt”.")).sentences

    assert sentence.text == "Her “patient” heat bakes bread with debt."


def test_a_false_date_of_writing_is_put_right_and_told() -> None:
    corrected = checked(said("In 1998 she wrote that bread is a clock."))

    assert [one.text for one in corrected.sentences] == ["In 2021 she wrote that bread is a clock."]
    assert corrected.corrections == (
        "A date was put right: what it cites was written on 1 May 2021.",
    )
    assert corrected.checks == {Check.DATE_CHANGED: 1}


def test_a_date_in_the_cited_words_is_borne_and_one_in_another_passage_is_not() -> None:
    old = source(1, "The bakery opened in 1987 by the quay.", "Heat is patient.")
    one = checker(old, ROPE)

    assert one.checked(draft(said("The bakery opened in 1987."))).sentences[0].text == (
        "The bakery opened in 1987."
    )
    assert one.checked(draft(said("Rope was a debt in 1987.", 2))).sentences[0].text == (
        "Rope was a debt."
    )


def test_a_sentence_that_only_points_cites_where_its_passage_begins() -> None:
    (pointing,) = checked(said("See her note.")).sentences

    assert pointing.cites == (Cite(1, BREAD.sentences[0]),)
    assert pointing.verdict is Verdict.PARTLY
    assert checked(said("See her tram.")).declined


def test_in_another_language_only_an_interfaces_own_citation_bears_out() -> None:
    german = "Brot sei eine Uhr, die man essen kann."
    quoted_by_interface = DraftSentence(german, (Cite(1, BREAD.sentences[0]),))

    assert checked(said(german)).declined
    assert checked(quoted_by_interface).sentences[0].verdict is Verdict.PARTLY


def test_no_source_is_cited_with_which_no_word_is_common() -> None:
    sentences, citations = resolve(
        [said("Bread is a clock.", 1, 2)], sources=(BREAD, ROPE), site_url="https://b.example"
    )

    assert [one.slug for one in citations] == ["bread"]
    assert sentences[0].citations == (1,)


def test_quotes_alone_are_verbatim_and_ask_for_no_vector() -> None:
    embedder = Embedder()
    quotes = draft(said("“Heat is patient.” (1 May 2021, an earlier view)"), provider="extractive")

    kept = checker(embedder=embedder).checked(quotes)

    assert kept.sentences == (replace(quotes.sentences[0], verdict=Verdict.VERBATIM),)
    assert embedder.asked == []


def test_all_sentences_that_need_a_vector_ask_for_it_at_once() -> None:
    embedder = Embedder()
    unsure = [said("A clock may be eaten as a loaf."), said("A debt is owed for ropes.", 2)]

    checker(embedder=embedder).checked(draft(said("Heat is patient."), *unsure))

    assert [len(pairs) for pairs in embedder.asked] == [2]


def test_a_sentence_that_is_heard_again_is_not_weighed_again() -> None:
    embedder = Embedder()
    first, second = said("A clock may be eaten as a loaf."), said("A debt is owed for ropes.", 2)
    one = checker(embedder=embedder)

    assert one.checked(draft(first)).sentences == one.checked(draft(first, second)).sentences[:1]
    assert [len(pairs) for pairs in embedder.asked] == [1, 1]


def test_without_an_embedder_fewer_sentences_pass_and_none_unchecked() -> None:
    far = said("A loaf is something edible that shows hours, like a clock.")

    assert not checker(embedder=Embedder(0.7)).checked(draft(far)).declined
    assert checker(embedder=Embedder(None)).checked(draft(far)).declined


def test_a_refusal_is_left_to_be_told_as_one() -> None:
    refusal = draft(said("The passages do not mention heat."))

    assert checker().checked(refusal) == refusal
