"""Where code stands in Markdown, so that whatever hides text can pass it by."""

from bisect import bisect_right
from dataclasses import dataclass

from retrieval.markdown.parsing import block_tokens


@dataclass(frozen=True, slots=True)
class CodeMap:
    """Where code lies in a text, as character offsets.

    ``blocks``: starts and ends of fenced and indented code, in order. ``reaches``: for each
    line, where the paragraph that it belongs to ends; code in a line ends there at the latest.
    """

    text: str
    blocks: tuple[tuple[int, int], ...]
    line_starts: tuple[int, ...]
    reaches: tuple[int, ...]

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
        run = len(self.text) - at - len(self.text[at:].lstrip("`"))
        opened = at + run
        limit = self.paragraph_end(at)
        closing = self.text.find("`" * run, opened, limit)
        while closing >= 0:
            width = len(self.text[closing:limit]) - len(self.text[closing:limit].lstrip("`"))
            if width == run:
                return closing + run
            closing = self.text.find("`" * run, closing + width, limit)
        return opened


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
