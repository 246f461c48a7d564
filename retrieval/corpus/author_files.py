"""Reads the YAML files that an author keeps by hand; every fault is named with its line.

An unknown key is a fault, because a misspelt one would be lost without a word.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

import yaml

from retrieval.corpus.front_matter import clean
from retrieval.corpus.plain_yaml import PlainLoader
from retrieval.corpus.texts import NotText, read_text

_NULL_TAG = "tag:yaml.org,2002:null"


class Kind(Enum):
    """What a key may hold."""

    TEXT = "a text"
    TEXTS = "a list of texts"
    RECORD = "keys and values"
    RECORDS = "a list of keys and values"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record. ``keys``: what a nested record may hold."""

    kind: Kind
    is_required: bool = False
    keys: Mapping[str, "Key"] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """What is wrong in a file, at a line from 1."""

    line: int
    sentence: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Record:
    """One entry of a list, and the line that it begins on; ``lines`` has that of each key."""

    line: int
    texts: Mapping[str, str]
    lists: Mapping[str, tuple[str, ...]]
    records: Mapping[str, tuple["Record", ...]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


class FaultyFile(ValueError):
    """A file that is refused whole; ``faults`` come in the order of their lines."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults))
        super().__init__("\n".join(map(str, self.faults)))


def read_records(
    data: bytes, sections: Mapping[str, Mapping[str, Key]]
) -> dict[str, tuple[Record, ...]]:
    """The records of every section, or FaultyFile with all faults at once."""
    records, faults = survey(data, sections)
    if faults:
        raise FaultyFile(faults)
    return records


def survey(
    data: bytes, sections: Mapping[str, Mapping[str, Key]]
) -> tuple[dict[str, tuple[Record, ...]], list[Fault]]:
    """What can be read of every section, and all faults; no file at all is FaultyFile.

    For callers with rules of their own, who name all that is wrong at once.
    """
    root = _compose(data)
    faults: list[Fault] = []
    records: dict[str, tuple[Record, ...]] = dict.fromkeys(sections, ())
    for name, node in _pairs(root, sections, faults, what="file"):
        if not isinstance(node, yaml.SequenceNode):
            faults.append(Fault(_line(node), f"{name} is not a list; begin each entry with '- '."))
            continue
        read = (_record(entry, sections[name], faults, what=name) for entry in node.value)
        records[name] = tuple(record for record in read if record)
    return records, faults


def _compose(data: bytes) -> yaml.Node:
    try:
        root = yaml.compose(read_text(data)[0], Loader=PlainLoader)
    except NotText as fault:
        raise FaultyFile([Fault(1, str(fault))]) from fault
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        sentence = f"it is not valid YAML: {fault.problem}; quote a value that holds a colon."
        raise FaultyFile([Fault(line, sentence)]) from fault
    except (yaml.YAMLError, RecursionError) as fault:
        raise FaultyFile([Fault(1, f"it is not valid YAML: {fault}")]) from fault
    if root is None:
        raise FaultyFile([Fault(1, "the file is empty.")])
    return root


def _record(
    node: yaml.Node, keys: Mapping[str, Key], faults: list[Fault], *, what: str
) -> Record | None:
    texts: dict[str, str] = {}
    lists: dict[str, tuple[str, ...]] = {}
    records: dict[str, tuple[Record, ...]] = {}
    lines: dict[str, int] = {}
    if not isinstance(node, yaml.MappingNode):
        faults.append(Fault(_line(node), f"an entry of {what} is not made of keys and values."))
        return None
    for name, value in _pairs(node, keys, faults, what=what):
        lines[name] = _line(value)
        match keys[name].kind:
            case Kind.TEXT:
                texts[name] = _text(value, name, faults)
            case Kind.TEXTS:
                lists[name] = tuple(_texts(value, name, faults))
            case Kind.RECORD | Kind.RECORDS:
                records[name] = tuple(_nested(value, keys[name], name, faults))
    for name, key in keys.items():
        if key.is_required and not (texts.get(name) or lists.get(name) or records.get(name)):
            faults.append(Fault(_line(node), f"an entry of {what} has no {name}; write one."))
    return Record(_line(node), texts, lists, records, lines)


def _nested(node: yaml.Node, key: Key, name: str, faults: list[Fault]) -> Iterator[Record]:
    """The records below a key: one, or a list of them."""
    if node.tag == _NULL_TAG:
        return
    entries = [node]
    if key.kind is Kind.RECORDS:
        if not isinstance(node, yaml.SequenceNode):
            faults.append(Fault(_line(node), f"{name} is not a list; begin each entry with '- '."))
            return
        entries = list(node.value)
    for entry in entries:
        record = _record(entry, key.keys, faults, what=name)
        if record:
            yield record


def _pairs(
    node: yaml.Node, known: Mapping[str, object], faults: list[Fault], *, what: str
) -> Iterator[tuple[str, yaml.Node]]:
    """Keys that are known and stand once, with their values."""
    if not isinstance(node, yaml.MappingNode):
        faults.append(Fault(_line(node), f"the {what} does not begin with {_any_of(known)}:"))
        return
    seen: set[str] = set()
    for key, value in node.value:
        name = str(key.value)
        if name not in known:
            faults.append(
                Fault(_line(key), f"the key {name!r} is not known here; write {_any_of(known)}.")
            )
        elif name in seen:
            faults.append(Fault(_line(key), f"the key {name!r} stands twice; keep one of them."))
        else:
            yield name, value
        seen.add(name)


def _text(node: yaml.Node, name: str, faults: list[Fault]) -> str:
    if isinstance(node, yaml.ScalarNode):
        return "" if node.tag == _NULL_TAG else clean(str(node.value)).strip()
    faults.append(Fault(_line(node), f"{name} is not a text; put it in quotes."))
    return "?"


def _texts(node: yaml.Node, name: str, faults: list[Fault]) -> Iterator[str]:
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            text = _text(item, name, faults)
            if text:
                yield text
    elif node.tag != _NULL_TAG:
        faults.append(Fault(_line(node), f"{name} is not a list; write [one, two]."))


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1


def _any_of(known: Mapping[str, object]) -> str:
    return " or ".join(known)
