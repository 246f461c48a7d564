"""Splits a text into front matter and body; front matter that cannot be read is a fault.

Fails closed: what looks like front matter never becomes body. YAML scalars stay the text
that the author wrote, so that no date slides and ``10:00`` is not 600.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import yaml

from retrieval.corpus.plain_yaml import read_yaml

# Tables in which Hugo and Zola keep what is not their own.
_NESTED = ("params", "extra", "taxonomies")
_FENCE = re.compile(
    r"(?P<blank>(?:[ \t]*\n)*)(?P<fence>---|\+\+\+)(?P<word>[A-Za-z]*)[ \t]*(?:\n|\Z)"
)
_KEY = re.compile(r"""["']?[\w.-]+["']?[ \t]*[:=]|\[|#""")
# Braces alone on a line, or a key right behind one: no call of a template looks so.
_JSON_FRONT = re.compile(r"""(?:[ \t]*\n)*(?=\{(?:[ \t]*\n|\s*"[^"\n]*"\s*:))""")
_UNREAD_FENCE = re.compile(r"(?:[ \t]*\n)*;;;[ \t]*\n")
# Fences of another width or behind something else, around at least one key.
_LOOK_ALIKE = re.compile(
    r"(?:[\s\ufeff\u200b\u2060]|<!--(?:(?!-->).)*-->|\{/\*(?:(?!\*/\}).)*\*/\})*"
    r"(?:-{3,}|\+{3,})[ \t]*\w*[ \t]*\n[ \t]*(?P<key>[\w.-]+[ \t]*[:=][^\n]*\n)"
    r".*?^[ \t]*(?:-{3,}|\+{3,})[ \t]*$",
    re.DOTALL | re.MULTILINE,
)
# Keys without any fence, one of which would have said who may see the text.
_BARE_KEYS = re.compile(
    r"(?=title[ \t]*:)(?:[\w -]{1,40}:[^\n]*\n)*?"
    r"(?P<key>(?:status|draft|published|visibility|private|password)[ \t]*:[^\n]*(?:\n|\Z))",
    re.IGNORECASE,
)
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
MAX_CHARS = 100_000


class FrontMatterFault(Exception):
    """Front matter that cannot be read; ``line`` counts from 1 in the file."""

    def __init__(self, reason: str, *, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands above a text, asked by name; ``present`` is False where nothing does.

    Names are compared without case, hyphens and underscores: ``pubDate`` is ``pub_date``.
    """

    values: tuple[tuple[str, object], ...] = ()
    present: bool = False

    def all(self, *names: str) -> Iterator[tuple[str, object]]:
        """Every value under these names, in the order of the names."""
        for name in names:
            for key, value in self.values:
                if plain_name(key) == plain_name(name) and value is not None:
                    yield key, value

    def text(self, *names: str) -> str:
        """The first value that is a text, on one line; empty where there is none."""
        for _, value in self.all(*names):
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                cleaned = one_line(str(value))
                if cleaned:
                    return cleaned
        return ""

    def texts(self, *names: str) -> tuple[str, ...]:
        """The values of a list, or of one text with commas; each once."""
        return tuple(
            dict.fromkeys(
                part
                for text in self.names(*names)
                for part in map(one_line, text.split(","))
                if part
            )
        )

    def besides(self, nearer: "FrontMatter") -> "FrontMatter":
        """What is left where something nearer states some of the same keys."""
        stated = {plain_name(key) for key, _ in nearer.values}
        left = (pair for pair in self.values if plain_name(pair[0]) not in stated)
        return FrontMatter(tuple(left), self.present)

    def names(self, *names: str) -> tuple[str, ...]:
        """The values of a list, or one text as it stands; each once."""
        found: dict[str, None] = {}
        for _, value in self.all(*names):
            items = value if isinstance(value, list) else [value]
            found.update(dict.fromkeys(filter(None, (_item_text(item) for item in items))))
        return tuple(found)


NO_FRONT_MATTER = FrontMatter()


@lru_cache(maxsize=2048)
def plain_name(key: str) -> str:
    return re.sub(r"[\s_-]", "", key).lower()


def clean(text: str) -> str:
    """Without the control characters and half surrogates that no table can hold."""
    return _CONTROLS.sub("", text)


def one_line(text: str) -> str:
    """On one line; a no-break space is the author's and stays."""
    return re.sub(r"[ \t\n]+", " ", clean(text)).strip()


def split_front_matter(text: str) -> tuple[FrontMatter, str]:
    """Front matter and body of a text whose line ends are ``\\n``."""
    if _UNREAD_FENCE.match(text):
        raise FrontMatterFault(
            "front matter between lines of ;;; is not read; write it as JSON in braces, or as "
            "YAML between two lines of ---.",
            line=1,
        )
    if opening := _JSON_FRONT.match(text):
        return _split_json(text, opening.end())
    opening = _FENCE.match(text)
    if opening is None or not _opens(opening, text):
        _check_look_alike(text)
        return FrontMatter(), text
    # Counted from the fence, which may end the text without a line below it.
    first_line = text.count("\n", 0, opening.start("fence")) + 2
    raw, body = _cut(text, opening, first_line=first_line)
    language = opening["word"].lower() or ("toml" if opening["fence"] == "+++" else "yaml")
    return FrontMatter(tuple(_flat(_parse(raw, language, first_line))), present=True), body


def read_values(text: str, language: str) -> FrontMatter:
    """A whole file of keys and values, without fences around them."""
    return FrontMatter(tuple(_flat(_parse(text, language, 1))), present=True)


def _split_json(text: str, start: int) -> tuple[FrontMatter, str]:
    """Front matter as Hugo reads it in braces; it ends with the last of them."""
    raw = text[start : start + MAX_CHARS]
    first_line = text.count("\n", 0, start) + 1
    try:
        end = _JSON.raw_decode(raw)[1]
    except (ValueError, RecursionError):
        end = len(raw)
    values = _parse(raw[:end], "json", first_line)
    return FrontMatter(tuple(_flat(values)), present=True), text[start + end :].removeprefix("\n")


def _opens(opening: re.Match[str], text: str) -> bool:
    """A fence on the first line always opens; below blank lines only one with a key under it."""
    if not opening["blank"]:
        return True
    return bool(_KEY.match(text, opening.end()))


def _check_look_alike(text: str) -> None:
    """Raises for what its author took for front matter, and no site generator would."""
    found = _LOOK_ALIKE.match(text, 0, MAX_CHARS) or _BARE_KEYS.match(text)
    if found:
        raise FrontMatterFault(
            "it begins with what looks like front matter and is none; write --- alone on the "
            "first line, the keys below it, and --- alone on the line after them.",
            line=text.count("\n", 0, found.start("key")) + 1,
        )


def _cut(text: str, opening: re.Match[str], *, first_line: int) -> tuple[str, str]:
    ends = r"\+\+\+" if opening["fence"] == "+++" else r"---|\.\.\."
    closing = re.compile(rf"^(?:{ends})[ \t]*(?:\n|\Z)", re.MULTILINE).search(text, opening.end())
    if closing is None:
        raise FrontMatterFault(
            f"the front matter that opens with {opening['fence']} is never closed; "
            f"write {opening['fence']} on a line of its own below it.",
            line=first_line - 1,
        )
    raw = text[opening.end() : closing.start()]
    if len(raw) > MAX_CHARS:
        raise FrontMatterFault(
            f"its front matter has {len(raw):,} characters, more than {MAX_CHARS:,}; shorten it.",
            line=first_line,
        )
    return raw, text[closing.end() :]


def _parse(raw: str, language: str, first_line: int) -> Mapping[object, object]:
    try:
        found = _READERS[language](raw)
    except KeyError:
        known = ", ".join(_READERS)
        raise FrontMatterFault(
            f"front matter in {language!r} is not read; write one of {known}.", line=first_line - 1
        ) from None
    except (yaml.YAMLError, tomllib.TOMLDecodeError, RecursionError, ValueError) as fault:
        line = first_line + _line_of(fault, raw)
        raise FrontMatterFault(
            f"its front matter is not valid: {_words_of(fault)}", line=line
        ) from fault
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise FrontMatterFault(
            "its front matter is not a list of keys and values; write each as key: value.",
            line=first_line,
        )
    return found


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"the key {key!r} stands twice; keep one of them.")
        found[key] = value
    return found


# What YAML's reader says, and what mends it.
_HINTS = (
    ("mapping values are not allowed", "put a value that holds a colon in quotation marks."),
    ("'\\t'", "indent with spaces, not with tabs."),
)
_JSON = json.JSONDecoder(object_pairs_hook=_with_each_key_once)
_READERS: dict[str, Any] = {
    "yaml": read_yaml,
    "yml": read_yaml,
    "toml": tomllib.loads,
    "json": _JSON.decode,
}


def _line_of(fault: Exception, raw: str) -> int:
    """Where in the front matter a fault stands, from 0."""
    marks = ("context_mark",) if _leaves_open(fault) else ("problem_mark", "context_mark")
    mark = next(filter(None, (getattr(fault, name, None) for name in marks)), None)
    if mark is not None:
        return min(int(mark.line), raw.count("\n"))
    if isinstance(fault, yaml.reader.ReaderError):
        return raw.count("\n", 0, int(fault.position))
    found = re.search(r"(?:at|:) line (\d+)", str(fault))
    if found:
        return int(found[1]) - 1
    return raw.count("\n") if "end of document" in str(fault) else 0


def _words_of(fault: Exception) -> str:
    if isinstance(fault, RecursionError):
        return "it is nested too deeply; flatten it."
    if _leaves_open(fault):
        return "a quotation mark opens here and is never closed; close it, or take it out."
    problem = str(getattr(fault, "problem", None) or getattr(fault, "reason", None) or fault)
    problem = re.sub(r" \(at .*\)$|: line \d+ column.*$", "", problem)
    if problem.endswith("."):
        return problem
    hint = next((hint for sign, hint in _HINTS if sign in problem), "mend that line.")
    return f"{problem}; {hint}"


def _leaves_open(fault: Exception) -> bool:
    """Whether a quoted value has no end; the reader sees that only where the text ends."""
    scanned = str(getattr(fault, "context", ""))
    return "quoted scalar" in scanned and "unexpected" in str(getattr(fault, "problem", ""))


def _flat(values: Mapping[object, object]) -> Iterator[tuple[str, object]]:
    """Keys of the top first, then those of the tables that site generators nest them in."""
    yield from ((str(key), value) for key, value in values.items())
    for key, value in values.items():
        if plain_name(str(key)) in _NESTED and isinstance(value, dict):
            yield from ((str(inner), nested) for inner, nested in value.items())


def _item_text(item: object) -> str:
    if isinstance(item, dict):
        item = item.get("name") or item.get("title") or ""
    if isinstance(item, list | dict) or item is None:
        return ""
    return one_line(str(item))
