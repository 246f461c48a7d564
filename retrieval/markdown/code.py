"""Where code stands in Markdown, so that whatever hides text can pass it by."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from retrieval.markdown.parsing import block_tokens

# No tag and no template call is longer; and how much is looked through for ends that never come.
MAX_PIECE_CHARS = 100_000
MAX_VAIN_CHARS = 5_000_000
_BACKTICKS = re.compile(r"`+")


@dataclass(slots=True)
class CodeMap:
    """Where code lies in a text, as character offsets.

    ``blocks``: starts and ends of fenced and indented code, in order. ``reaches``: for each
    line, where the paragraph that it belongs to ends; code in a line ends there at the latest.
    """

    text: str
    blocks: tuple[tuple[int, int], ...]
    line_starts: tuple[int, ...]
    reaches: tuple[int, ...]
    _found: dict[re.Pattern[str], tuple[int, re.Match[str] | None]] = field(
        default_factory=dict, init=False
    )
    _vain: int = field(default=0, init=False)

    def find(
        self, mark: re.Pattern[str], at: int, limit: int | None = None
    ) -> re.Match[str] | None:
        """The next place of a mark from here, if it ends before ``limit``.

        Kept until it is passed, so that a thousand openings do not look through a text a
        thousand times for one end.
        """
        start, found = self._found.get(mark, (len(self.text) + 1, None))
        if at < start or (found is not None and at > found.start()):
            found = mark.search(self.text, at)
            self._found[mark] = (at, found)
        return None if found is None or (limit is not None and found.end() > limit) else found

    def reach(self, at: int) -> int:
        """How far a piece that opens here may go; nowhere once too many never ended."""
        return at if self._vain > MAX_VAIN_CHARS else min(at + MAX_PIECE_CHARS, len(self.text))

    def note_vain(self, chars: int) -> None:
        """So many were looked through for an end that was not there."""
        self._vain += chars

    def block_end(self, at: int) -> int:
        """The end of the code block that holds this place; 0 outside of code."""
        index = bisect_right(self.blocks, (at, len(self.text) + 1)) - 1
        if index >= 0 and self.blocks[index][0] <= at < self.blocks[index][1]:
            return self.blocks[index][1]
        return 0

    def paragraph_end(self, at: int) -> int:
        return self.reaches[bisect_right(self.line_starts, at) - 1]

    def inline_end(self, at: int) -> int:
        """Where the run of backticks here, or the code that it opens, ends."""
        opened = at + 1
        while self.text.startswith("`", opened):
            opened += 1
        limit = self.paragraph_end(at)
        for run in _BACKTICKS.finditer(self.text, opened, limit):
            if run.end() - run.start() == opened - at:
                return run.end()
        return opened


def opens_line(text: str, at: int) -> bool:
    """Whether nothing but spaces stands before this place on its line."""
    while text[at - 1 : at] in {" ", "\t"}:
        at -= 1
    return at == 0 or text[at - 1] == "\n"


def map_code(text: str) -> CodeMap:
    starts = line_starts(text)
    reaches = [*starts[1:], len(text)]
    blocks = []
    for token in block_tokens(text):
        if token.map is None:
            continue
        first, last = token.map[0], min(token.map[1], len(starts))
        end = starts[last] if last < len(starts) else len(text)
        if token.type in ("fence", "code_block"):
            blocks.append((starts[first], end))
        elif token.type in ("inline", "paragraph_open"):
            reaches[first:last] = [end] * (last - first)
    return CodeMap(text, tuple(sorted(blocks)), tuple(starts), tuple(reaches))


def line_starts(text: str) -> list[int]:
    """Where each line begins; at least one, for an empty text has an empty line."""
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts
