"""What a WordPress gallery shows: of each picture its description and its caption."""

import html
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from retrieval.corpus.formats.titles import title_of
from retrieval.corpus.formats.wxr import Item

_ALT = "_wp_attachment_image_alt"
# A gallery names its pictures again for each that it shows; no reader sees more.
_MOST_SHOWN = 500


@dataclass(slots=True)
class Pictures:
    """Pictures as HTML by their number, and the numbers of those that belong to a post."""

    by_number: dict[str, str] = field(default_factory=dict)
    of_post: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    @classmethod
    def of(cls, items: Iterable[Item]) -> "Pictures":
        pictures = cls()
        for item in items:
            if item.text("wp:post_type").strip() == "attachment":
                number = item.text("wp:post_id").strip()
                pictures.by_number[number] = _figure(item)
                pictures.of_post[item.text("wp:post_parent").strip()].append(number)
        return pictures

    def shown(self, post: str, attributes: Mapping[str, str]) -> str:
        """By the numbers that a gallery names, else all that belong to its post."""
        named = attributes.get("ids") or attributes.get("include") or ""
        numbers = named.replace(",", " ").split() or self.of_post[attributes.get("id") or post]
        figures = (self.by_number.get(number, "") for number in numbers[:_MOST_SHOWN])
        return f"\n\n{''.join(figures)}\n\n"


def _figure(item: Item) -> str:
    address = html.escape(item.text("wp:attachment_url").strip() or item.text("link").strip())
    alt = html.escape(title_of(item.meta.get(_ALT, "")))
    caption = item.text("excerpt:encoded").strip()
    words = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure><img src="{address}" alt="{alt}">{words}</figure>'
