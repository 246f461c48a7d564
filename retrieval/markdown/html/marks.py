"""Writes a paragraph's words as Markdown that shows just these words.

While a paragraph is put together its words stand in it untouched, and all that is Markdown
stands between marks that no text can hold. So what needs an escape is decided once, with
both neighbours of every character in sight.
"""

import re
import unicodedata
from collections.abc import Iterator
from enum import Enum

from retrieval.markdown.components import without_components
from retrieval.markdown.words import without_anchor

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
BREAK = "\ufdd4"
_SPACE = " \t\n\r\f"
_SPACES = re.compile(f"[{_SPACE}]+")
_MARKS = "\ufdd0-\ufdef"


class Style(Enum):
    """Emphasis of a kind: its characters where they stand, its Markdown, its HTML."""

    EMPHASIS = ("\ufdd5", "\ufdd6", "*", "em")
    STRONG = ("\ufdd7", "\ufdd8", "**", "strong")
    DELETED = ("\ufdd9", "\ufdda", "~~", "del")


class Setting(Enum):
    """Where a piece of text stands, and how a new line is written there."""

    PARAGRAPH = "  \n"
    HEADING = " "
    CELL = "<br>"


_BEGINS = {style.value[0]: style for style in Style}
_ENDS = {style.value[1]: style for style in Style}
_STYLE_SIGNS = re.compile(f"[{''.join((*_BEGINS, *_ENDS))}]")
_ESCAPED = (
    r"\\(?![A-Za-z0-9 ])|`|\*(?! )|(?<! )\*"
    r"|(?<![^\W_])_+|_+(?![^\W_])"
    rf"|<(?=[A-Za-z/!?>\s{_MARKS}]|\Z)|&(?=#?\w+;)"
    rf"|\[(?=[\[^!{_MARKS}])|(?<=\[)\[|\](?=[(\[:{_MARKS}])|!(?={_OPEN}\[)"
    rf"|\{{+(?=[{{%#:/\"'{_MARKS}])|%(?=[%{_MARKS}])|(?<=%)%|~(?=[~{_MARKS}])|(?<=[~{_MARKS}])~"
    r"|\$(?=\$)|(?<=\$)\$"
)
_MARK = f"(?P<mark>{_OPEN}[^{_CLOSE}]*{_CLOSE})"
_SPECIAL = re.compile(f"{_MARK}|{_ESCAPED}")
_SPECIAL_BESIDE_FORMULAS = re.compile(rf"{_MARK}|{_ESCAPED}|\$")
# A dollar that a formula could end with.
_FORMULA_END = re.compile(r"[^\s$]\$(?!\d)")
_LINE_START = re.compile(
    r"#{1,6}(?:\s|\Z)|>|:::|[-+](?:\s|\Z)|=+\s*\Z|-[-\s]*\Z|[|:][-:|\s]*\Z", re.DOTALL
)
_NUMBERED_START = re.compile(r"(\d{1,9})(?=[.)](?:\s|\Z))")
_NOTES_ALONE = re.compile(rf"(?:{_OPEN}\[\^\d+\]{_CLOSE}|[\s,\[\]])*")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|\A)(?=#+\Z)")
_SIGNS = re.compile(r"<[^<>]*>|[*~`\\]")
_WORD_JOINER = "\u2060"
_LAST_MARKS = re.compile(r"(?=(?<!\\)[*~]+\Z)|\Z")


def mark(markdown: str) -> str:
    """Markdown that stands as it is."""
    return f"{_OPEN}{markdown}{_CLOSE}" if markdown else ""


def styled(style: Style, words: str) -> str:
    begin, end = style.value[:2]
    before, inner, after = apart(words)
    return f"{before}{begin}{inner}{end}{after}" if inner else words


def tagged(tag: str, words: str) -> str:
    """For what Markdown has no mark of, as raised and lowered letters."""
    before, inner, after = apart(words)
    if _NOTES_ALONE.fullmatch(inner):
        return words
    return f"{before}{mark(f'<{tag}>')}{inner}{mark(f'</{tag}>')}{after}" if inner else words


def linked(address: str, words: str) -> str:
    before, inner, after = apart(words)
    if not inner:
        return words
    inner = re.sub(f"{BREAK}+", BREAK, inner)
    return f"{before}{mark('[')}{without_brackets(inner)}{mark(f']({address})')}{after}"


def without_brackets(words: str) -> str:
    """Words that close no bracket around them."""
    pieces = re.split(f"({_OPEN}[^{_CLOSE}]*{_CLOSE})", words)
    pieces[::2] = [re.sub(r"[\[\]]", lambda one: mark(f"\\{one[0]}"), each) for each in pieces[::2]]
    return "".join(pieces)


def apart(words: str) -> tuple[str, str, str]:
    """The white space before, what stands between, and the white space after."""
    inner = words.strip(_SPACE + BREAK)
    if not inner:
        return words, "", ""
    start = words.index(inner)
    return words[:start], inner, words[start + len(inner) :]


def folded(words: str) -> str:
    """White space as a browser shows it outside of ``pre``."""
    return re.sub(f" ?{BREAK} ?", BREAK, _SPACES.sub(" ", words))


def paragraphs(words: str) -> Iterator[str]:
    """The paragraphs of a text that parts them by empty lines; emphasis goes on in the next."""
    open_styles: list[str] = []
    for piece in re.split(f"{BREAK}{{2,}}", folded(words).strip(" " + BREAK)):
        begun = "".join(open_styles)
        for char in piece:
            if char in _BEGINS:
                open_styles.append(char)
            elif char in _ENDS:
                open_styles.pop()
        ended = "".join(_BEGINS[char].value[1] for char in reversed(open_styles))
        yield begun + piece.strip(" ") + ended


def written(words: str, setting: Setting) -> str:
    """One paragraph, heading or cell as Markdown."""
    text = folded(words).strip(" " + BREAK)
    if setting is Setting.CELL:
        text = re.sub(f"{BREAK}+", BREAK, text)
    text = _with_escapes(_with_styles(_with_code_apart(text)))
    lines = re.sub(f"[{_OPEN}{_CLOSE}]", "", text).split(BREAK)
    if setting is Setting.PARAGRAPH:
        return _without_statement(setting.value.join(map(_with_plain_start, lines)))
    text = setting.value.join(lines)
    return text.replace("|", "\\|") if setting is Setting.CELL else _as_heading(text)


def _with_code_apart(text: str) -> str:
    """Backticks of two pieces of code that touch would be one run."""
    return text.replace(f"`{_CLOSE}{_OPEN}`", f"`{_CLOSE}{mark('<wbr>')}{_OPEN}`")


def _with_styles(text: str) -> str:
    places = [found.start() for found in _STYLE_SIGNS.finditer(text)]
    pieces = list(text) if places else [text]
    opened: list[int] = []
    for at in places:
        if text[at] in _BEGINS:
            opened.append(at)
            continue
        begin = opened.pop()
        sign, tag = _ENDS[text[at]].value[2:]
        stands = _flanks(text[begin - 1 : begin], text[begin + 1]) and _flanks(
            text[at + 1 : at + 2], text[at - 1]
        )
        pieces[begin] = mark(sign if stands else f"<{tag}>")
        pieces[at] = mark(sign if stands else f"</{tag}>")
    return "".join(pieces)


def _flanks(outside: str, inside: str) -> bool:
    """Whether emphasis may be written with signs between these two characters.

    Stricter than CommonMark, which also looks at what stands further off.
    """
    if outside in _BEGINS or outside in _ENDS or inside.isspace():
        return False
    if not outside or outside.isspace() or outside == BREAK:
        return True
    return _is_sign(outside) and not _is_sign(inside)


def _is_sign(char: str) -> bool:
    return "\ufdd0" <= char <= "\ufdef" or unicodedata.category(char)[0] in "PS"


def _with_escapes(text: str) -> str:
    has_pairs = text.count("$") > 1 and _FORMULA_END.search(text)
    return (_SPECIAL_BESIDE_FORMULAS if has_pairs else _SPECIAL).sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    markdown = found["mark"]
    if markdown is None:
        return "\\" + "\\".join(found[0])
    if not markdown.startswith(f"{_OPEN}$"):
        return markdown
    # Beside a digit the parser takes a dollar for money; at the start of a paragraph it looks
    # at the last character instead of the one before.
    text = found.string
    beside = text[found.start() - 1] + text[found.end() : found.end() + 1]
    return f"<span>{markdown}</span>" if any(char.isdigit() for char in beside) else markdown


def _with_plain_start(line: str) -> str:
    """A line that begins no heading, list, quotation, table or rule."""
    if _LINE_START.match(line):
        return f"\\{line}"
    return _NUMBERED_START.sub(r"\1\\", line, count=1) if line[:1].isdigit() else line


def _without_statement(text: str) -> str:
    """Words that look like the import at the head of an MDX page, but are words."""
    if text.startswith(("import", "export")) and without_components(text) != text:
        return f"&#{ord(text[0])};{text[1:]}"
    return text


def _as_heading(text: str) -> str:
    text = _CLOSING_HASHES.sub(r"\\", text, count=1)
    bare = _SIGNS.sub("", text)
    if without_anchor(bare)[0] == bare:
        return text
    # Words at the end that would be taken for the heading's anchor; before the marks of bold
    # type, which close nothing where a sign like this follows them.
    return _LAST_MARKS.sub(_WORD_JOINER, text, count=1)
