"""Turns a file's bytes into text, or says that they are none."""

import codecs

from retrieval.corpus.front_matter import clean

# The longer mark first: UTF-32's begins with UTF-16's.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Prose has next to none; an executable or a picture has many.
_MAX_CONTROL_SHARE = 0.01
# How to decode what some other bytes were pasted into.
AS_WINDOWS = "as-windows"
STRAY_BYTES = "some of its bytes are no UTF-8 and were read as Windows-1252; check accents."


BINARY = (
    "it looks binary (a picture, a PDF or a program), whatever its name says; take it out of the "
    "folder, or save its text under this name."
)


class NotText(ValueError):
    """Bytes that are no text; the message is a sentence for the author."""


def read_text(data: bytes) -> tuple[str, str]:
    """The text with ``\\n`` line ends, and a warning (empty where nothing was guessed)."""
    text, warning = _decoded(data)
    controls = len(text) - len(clean(text.replace("\r", ""))) - text.count("\r")
    if "\0" in text or controls > len(text) * _MAX_CONTROL_SHARE or text.startswith("%PDF-"):
        raise NotText(BINARY)
    return text.replace("\r\n", "\n").replace("\r", "\n"), warning


def _as_windows(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeDecodeError):
        raise fault
    return fault.object[fault.start : fault.end].decode("cp1252", "replace"), fault.end


codecs.register_error(AS_WINDOWS, _as_windows)


def _mostly_utf8(data: bytes) -> str:
    """UTF-8 into which a few other bytes were pasted; empty where it is not that."""
    text = data.decode("utf-8", "ignore")
    sound = len(text) - len(text.encode("ascii", "ignore"))
    odd = len(data) - len(text.encode())
    return data.decode("utf-8", AS_WINDOWS) if odd < sound else ""


def _decoded(data: bytes) -> tuple[str, str]:
    encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding), ""
    except UnicodeDecodeError as fault:
        if encoding != "utf-8":
            raise NotText(f"its {encoding} text is damaged; save it again as UTF-8.") from fault
    if mended := _mostly_utf8(data):
        return mended, STRAY_BYTES
    # Old exports from Windows; other single-byte encodings cannot be told from it.
    try:
        return data.decode("cp1252"), "it is not UTF-8 and was read as Windows-1252; check accents."
    except UnicodeDecodeError as fault:
        raise NotText("it is neither UTF-8 nor Windows-1252 text; save it as UTF-8.") from fault
