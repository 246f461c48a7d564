"""Reads XML that may be hostile: decoded once, looked through first, then parsed without a DTD.

Nothing is fetched, no entity beyond XML's own is known, and what costs more than an export
can need is refused with a reason before a tree is built.
"""

import codecs
import re
from html.entities import html5
from typing import Protocol
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from retrieval.corpus.texts import AS_WINDOWS, STRAY_BYTES

MAX_DEPTH = 64
# The fullest of exports, with all its comments, has half as many.
MAX_ELEMENTS = 700_000
# Of a whole tag with its attributes.
MAX_TAG_BYTES = 100_000
# HTML inside an essay has some, too.
_MOST_ANGLES = 6 * MAX_ELEMENTS
_PIECE_BYTES = 200_000
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# How "<" looks where no mark says which one it is.
_WIDE = (
    (b"<\0\0\0", "utf-32-le"),
    (b"\0\0\0<", "utf-32-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_DECLARATION = re.compile(rb"\s*<\?xml\b[^>]{0,500}\?>")
_ENCODING = re.compile(rb"""\s*<\?xml\b[^>]{0,400}?\bencoding\s*=\s*["']([\w.:-]{1,40})["']""")
# Ways of writing "<" in other letters, which only hide something.
_TRICKS = frozenset({"utf-7", "unicode-escape", "raw-unicode-escape", "idna", "punycode"})
# What is no element is passed by whole, and a tag runs on to its end or to the next one.
_MARKUP = re.compile(
    rb"(?P<passed><!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z))"
    rb"|(?P<declared><!\s*[A-Za-z]|<!\[(?!C?D?A?T?A?\Z))"
    rb"|<(?P<close>/?)(?P<name>[A-Za-z_\x80-\xff][^\s<>/\"'=]*+)"
    rb"""(?:[^<>"']++|"[^"]*"|'[^']*')*+(?:>|(?=<)|\Z)"""
    rb"|(?P<endless></?[A-Za-z_\x80-\xff])",
    re.DOTALL,
)
_ENDS = {b"<!--": b"-->", b"<![CDATA[": b"]]>"}
# HTML's empty tags, left open where a feed is not well-formed.
_EMPTY = frozenset({b"br", b"hr", b"img"})
# What RSS 0.9x asked for; it names nothing that its readers ever needed.
_OLD_DOCTYPE = re.compile(
    rb'<!DOCTYPE\s+rss\s+PUBLIC\s+"-//Netscape Communications//DTD RSS 0\.9\d?1?//EN"\s+'
    rb'"http://my\.netscape\.com/publish/formats/rss-0\.9\d?1?\.dtd"\s*>'
)
MENDED = "its XML held bare ampersands or signs that it may not hold, which were mended."
_DECLARES = (
    "it holds a declaration (<!…), as of a document type or of entities, which no export needs"
)
_LONG_TAG = f"a tag in it is longer than {MAX_TAG_BYTES:,} bytes"
_BARE = re.compile(
    rb"&#(?:(?P<number>\d{1,7})|x(?P<hex>[0-9A-Fa-f]{1,6}));"
    rb"|&(?!(?:amp|lt|gt|quot|apos);)(?:(?P<name>\w{1,31});)?"
)
_ASCII = bytes(range(0x80))
# More of them are no slip of a few old posts.
_MOST_STRAYS = 100_000
# East of Windows-1252, letters beyond ASCII stand in runs.
_RUN = re.compile(rb"[\x80-\xff]{3,}")
# Pasted from word processors; no XML may hold them, and no reader sees them.
_STRAY = re.compile(rb"[\x01-\x08\x0b\x0c\x0e-\x1f]|\xef\xbf[\xbe\xbf]")


class XmlFault(ValueError):
    """Why XML is refused, as a sentence for the author; ``line`` counts from 1.

    ``at``: the byte at which well-formed XML ends, where that is all that is wrong.
    """

    def __init__(self, reason: str, *, line: int | None = None, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line
        self.at = at


class Target(Protocol):
    """Hears of elements in their order, as the standard library's parser tells them."""

    def start(self, tag: str, attributes: dict[str, str]) -> object: ...
    def end(self, tag: str) -> object: ...
    def data(self, text: str) -> object: ...
    def close(self) -> object: ...


def as_utf8(data: bytes) -> tuple[bytes, str]:
    """The same text in UTF-8 without an XML declaration, and a warning where that was a guess."""
    encoding, mark = _encoding_of(data)
    data, warning = _recoded(data[mark:] if mark else data, encoding)
    if (at := data.find(0)) >= 0:
        raise _fault(
            "it holds the control character U+0000, which no XML may hold; take it out, and "
            "import again",
            *(data, at),
        )
    data = _STRAY.sub(b"", data)
    declaration = _DECLARATION.match(data)
    if declaration is None:
        return data, warning
    # Its lines stay, so that the lines of a fault are the file's.
    return b"\n" * declaration[0].count(b"\n") + data[declaration.end() :], warning


def look_through(data: bytes, *, most_elements: int = MAX_ELEMENTS) -> bytes:
    """What may be parsed of UTF-8 text; raises ``XmlFault`` at what no export needs.

    It need not be well-formed, so that a parser which forgives is as safe as one that does not.
    """
    if data.count(b"<") > _MOST_ANGLES:
        raise XmlFault(f"it has more than {MAX_ELEMENTS:,} elements; split it.")
    data = _OLD_DOCTYPE.sub(lambda found: b"\n" * found[0].count(b"\n"), data, count=1)
    depth = tags = 0
    for found in _MARKUP.finditer(data):
        name, close = found.group("name", "close")
        at = found.end()
        if name is None:
            if found["passed"] is None:
                raise _fault(_DECLARES if found["declared"] else _LONG_TAG, data, at)
            continue
        tags += 1
        if close:
            depth = max(0, depth - 1)
        elif data[at - 2 : at] != b"/>" and name.lower() not in _EMPTY:
            depth += 1
        if depth > MAX_DEPTH:
            raise _fault(f"its elements are nested more than {MAX_DEPTH} deep", data, at)
        if at - found.start() > MAX_TAG_BYTES:
            raise _fault(_LONG_TAG, data, at)
        if tags > 2 * most_elements:
            raise _fault(f"it has more than {most_elements:,} elements; split it", data, at)
    return data


def parse(data: bytes, target: Target, *, head: bytes = b"", start: int = 0) -> None:
    """Tell ``target`` of all elements; raises ``XmlFault`` where well-formed XML ends.

    What was told until then stands complete in the file. To go on behind a fault, read
    from ``start``, as if ``head`` (what the data begin with) stood right before it.
    """
    parser = DefusedXMLParser(
        target=target,
        encoding="utf-8",
        forbid_dtd=True,
        forbid_entities=True,
        forbid_external=True,
    )
    try:
        parser.feed(head)
        for begin in range(start, len(data), _PIECE_BYTES):
            parser.feed(data[begin : begin + _PIECE_BYTES])
        parser.close()
    except DefusedXmlException as fault:
        raise XmlFault("it declares a document type or entities, which no export needs.") from fault
    except XmlFault:
        raise
    except (ParseError, ValueError, LookupError) as fault:
        words = re.sub(r": line \d+, column \d+", "", str(fault))
        at = max(0, int(parser.parser.ErrorByteIndex))
        at += start - len(head) if at >= len(head) else 0
        line = data.count(b"\n", 0, at) + 1
        raise XmlFault(f"it is not well-formed XML ({words})", line=line, at=at) from fault


def mend_ampersands(data: bytes) -> bytes:
    """With bare ampersands and HTML's entities as XML wants them; all else stays.

    A sign that is written by its number, and that no XML may hold, is left out.
    """
    parts: list[bytes] = []
    at = 0
    for found in re.finditer(rb"<!\[CDATA\[|<!--", data):
        if found.start() < at:
            continue
        end = data.find(_ENDS[found[0]], found.end())
        end = len(data) if end < 0 else end
        parts += [_BARE.sub(_mended, data[at : found.start()]), data[found.start() : end]]
        at = end
    return b"".join([*parts, _BARE.sub(_mended, data[at:])])


def _mended(found: re.Match[bytes]) -> bytes:
    if found["number"] or found["hex"]:
        number = int(found["number"] or b"0") or int(found["hex"] or b"0", 16)
        return found[0] if _may_stand(number) else b""
    name = found["name"].decode("utf-8", "replace") if found["name"] else ""
    known = html5.get(f"{name};", "")
    return "".join(f"&#{ord(letter)};" for letter in known).encode() or b"&amp;" + found[0][1:]


def _may_stand(number: int) -> bool:
    """Whether XML may hold the sign of this number."""
    return number in {9, 10, 13} or (
        0x20 <= number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF and number & ~1 != 0xFFFE
    )


def _encoding_of(data: bytes) -> tuple[str, int]:
    """What the bytes are written in, and how many of them are a mark; empty where unknown."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name, len(mark)
    for start, name in _WIDE:
        if data.startswith(start):
            return name, 0
    declared = _ENCODING.match(data)
    name = declared[1].decode("ascii").lower() if declared else ""
    try:
        known = codecs.lookup(name).name if name else ""
    except LookupError:
        return "", 0
    if known in _TRICKS:
        raise XmlFault(f"it is written in {known}, which only hides what it says.", line=1)
    # In UTF-16 the declaration itself could not have been read.
    return ("", 0) if known.startswith(("utf-16", "utf-32")) else (known, 0)


def _recoded(data: bytes, encoding: str) -> tuple[bytes, str]:
    """In UTF-8; the encoding that it states, then UTF-8, then what old Windows wrote."""
    stated = bool(_ENCODING.match(data))
    for name in (encoding, "utf-8", "cp1252"):
        if not name or (name == "cp1252" != encoding and not _is_western(data)):
            continue
        try:
            recoded = _in_utf8(data, name)
        except UnicodeError:
            continue
        is_guess = name != encoding and (stated or name != "utf-8")
        return recoded, _guessed(name) if is_guess else ""
    if encoding in {"", "utf-8"} and _is_mostly_utf8(data):
        return _in_utf8(data, "utf-8", AS_WINDOWS), STRAY_BYTES
    raise XmlFault("its encoding cannot be told; save it as UTF-8.")


def _is_mostly_utf8(data: bytes) -> bool:
    """Whether a few other bytes were pasted into UTF-8."""
    sound = _in_utf8(data, "utf-8", "ignore")
    strays = len(data) - len(sound)
    return strays <= min(_MOST_STRAYS, len(sound.translate(None, _ASCII)) // 2)


def _is_western(data: bytes) -> bool:
    """Whether letters beyond ASCII stand alone between others, as accents do."""
    beyond = len(data.translate(None, _ASCII))
    return 3 * sum(len(run) for run in _RUN.findall(data)) <= beyond


def _guessed(name: str) -> str:
    shown = "UTF-8" if name == "utf-8" else "Windows-1252"
    return (
        f"it is not written in the encoding that it states, and was read as {shown}; check accents."
    )


def _in_utf8(data: bytes, name: str, errors: str = "strict") -> bytes:
    """Piece by piece: one picture sign would make the whole text four times as large."""
    decoder = codecs.getincrementaldecoder(name)(errors)
    is_sound = (name, errors) == ("utf-8", "strict")
    written = bytearray()
    for start in range(0, len(data), _PIECE_BYTES):
        piece = decoder.decode(data[start : start + _PIECE_BYTES])
        if not is_sound:
            written += piece.encode()
    written += decoder.decode(b"", final=True).encode()
    return data if is_sound else bytes(written)


def _fault(reason: str, data: bytes, at: int) -> XmlFault:
    return XmlFault(f"{reason}.", line=data.count(b"\n", 0, at) + 1)
