"""Where the links of a text lead, as they are written."""

from collections.abc import Iterator, Sequence

from retrieval.markdown.hidden import readable
from retrieval.markdown.parsing import Block, parse


def link_targets(body: str) -> tuple[str, ...]:
    """Each once, in the order of the text; those to a place on the same page are left out."""
    found = (target for target in _targets(parse(readable(body)).blocks) if target[:1] != "#")
    return tuple(dict.fromkeys(filter(None, found)))


def _targets(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        for token in block.inline:
            if token.type == "link_open":
                yield str(token.attrGet("href") or "")
        yield from _targets(block.children)
