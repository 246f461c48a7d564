"""Finds the work on a page: the text itself, without menus, comments and what else stands by.

By what pages say of themselves, never by guessing which sentences look like prose: a short
paragraph is as much the author's as a long one.
"""

import re
from collections.abc import Callable, Iterator

from retrieval.markdown.html.seen import words_of
from retrieval.markdown.html.tree import Element, around, classes_of, name_of

# From the words of microformats and of schema.org to the habits of themes.
_WORK_CLASSES = frozenset({
    "e-content", "entry-content", "post-content", "post-body", "article-content", "article-body",
    "article__body", "post__content", "articlebody", "available-content", "blog-post-content",
})  # fmt: skip
_WORK_IDS = frozenset({"content", "main-content", "article", "post", "main", "content-main"})
_WAYS: tuple[Callable[[Element], bool], ...] = (
    lambda one: (one.get("itemprop") or "").lower() == "articlebody",
    lambda one: not _WORK_CLASSES.isdisjoint(classes_of(one)),
    lambda one: name_of(one) == "article" or one.get("role") == "article",
    lambda one: name_of(one) == "main" or one.get("role") == "main",
    lambda one: (one.get("id") or "").lower() in _WORK_IDS,
    lambda one: name_of(one) == "body",
)
# How much of the text in all such places the one place of the work must hold.
_MAIN_SHARE = 0.6
_LINKED_SHARE = 0.7
_FEWEST_LINKS = 4
_STANDS_BY = re.compile(
    r"(?:site-?)?(?:nav|navbar|menu|breadcrumbs?|sidebar|footer|masthead|banner|pagination|pager)"
    r"|(?:cookie|consent|gdpr|newsletter|subscri(?:be|ption)|sign-?up|paywall|promo|advert)s?"
    r"(?:[-_](?:banner|notice|bar|box|form|popup|modal|widget|prompt|wrapper|container))?"
    r"|(?:shar(?:e|ing)|social)[-_]?(?:buttons?|links?|icons?|bar|tools|media|list|this)"
    r"|sharedaddy|jp-relatedposts|addtoany[\w-]*|share|sharing"
    r"|(?:related|recommended|more|similar)[-_](?:posts?|articles?|content|stories|reading|entries)"
    r"|comments?(?:[-_](?:area|list|section|form|respond|thread|wrapper|container|template))?"
    r"|respond|disqus_thread|post-?(?:navigation|nav|footer|tags|share)|entry-(?:footer|tags)"
    r"|(?:nav|page)-links|read-next|author-(?:box|bio|card)|skip-(?:link|to-content)|tags-links"
    r"|cat-links|tag-links|p-tags|button-wrapper|back-to-top|screen-only"
)
_BYLINE = re.compile(
    r"by-?line|(?:post|entry|article)?[-_]{0,2}(?:meta|info|date|author)(?:data)?|posted-on|published"
    r"|dt-published|p-author|reading-time|read-time|timestamp"
)
_LONGEST_BYLINE = 200
_PROSE = 60
_LINE_TAGS = frozenset({"a", "abbr", "em", "span", "strong", "small", "time", "b", "i"})


def work_on(root: Element) -> tuple[Element | None, str]:
    """The element that holds the work; or None, and why there is no one work."""
    elements = [one for one in root.iter() if name_of(one)]
    for is_such in _WAYS:
        places = _outermost([one for one in elements if is_such(one)])
        if not places:
            continue
        sizes = [len(words_of(place)) for place in places]
        largest = max(sizes)
        if largest == 0:
            continue
        work = places[sizes.index(largest)]
        if largest >= _MAIN_SHARE * sum(sizes):
            return work, ""
        alone = _the_headed(places)
        if alone is not None:
            return alone, ""
        if name_of(_nearest_article(places)) != "article":
            return None, f"it lists {len(places)} texts, and each has a page of its own."
    return root, ""


def is_list_of_links(work: Element) -> bool:
    """Whether next to nothing stands in it but links to other pages."""
    links = list(work.iter("a"))
    if len(links) < _FEWEST_LINKS:
        return False
    linked = sum(len(words_of(link).strip()) for link in links)
    return linked >= _LINKED_SHARE * len("".join(words_of(work).split()))


def clear(work: Element) -> None:
    """Takes out of it what is no part of the work."""
    whole = len(words_of(work))
    prose_begun = False
    for one in list(work.iterdescendants()):
        name = name_of(one)
        if not name or one.getparent() is None or not _is_below(one, work):
            continue
        if _stands_by(one, name, whole) or (not prose_begun and _is_byline(one, name)):
            drop(one)
        elif name == "p" and len(words_of(one).strip()) > _PROSE:
            prose_begun = True


def drop(element: Element) -> None:
    """Takes an element out and leaves the text behind it."""
    parent = element.getparent()
    if parent is None:
        return
    before = element.getprevious()
    if element.tail and before is not None:
        before.tail = (before.tail or "") + element.tail
    elif element.tail:
        parent.text = (parent.text or "") + element.tail
    parent.remove(element)


def _outermost(places: list[Element]) -> list[Element]:
    known = set(places)
    return [one for one in places if known.isdisjoint(around(one))]


def _the_headed(places: list[Element]) -> Element | None:
    headed = [one for one in places if next(one.iter("h1"), None) is not None]
    return headed[0] if len(headed) == 1 else None


def _nearest_article(places: list[Element]) -> Element:
    """What all of them stand in: the parts of one article, or the articles of one page."""
    shared = list(around(places[0]))
    for place in places[1:]:
        known = set(around(place))
        shared = [one for one in shared if one in known]
    return next((one for one in shared if name_of(one) == "article"), shared[0])


def _is_below(element: Element, work: Element) -> bool:
    return any(one is work for one in around(element))


def _stands_by(element: Element, name: str, whole: int) -> bool:
    if name in {"p", "li", "td"} and "button-wrapper" not in classes_of(element):
        return False
    if name not in {"footer", "form", "nav"} and not any(
        map(_STANDS_BY.fullmatch, _names(element))
    ):
        return False
    if element.get("role") == "doc-endnotes" or "footnote" in " ".join(_names(element)):
        return False
    if name == "footer" and any("footnote" in " ".join(_names(one)) for one in element.iter()):
        return False
    # What holds half of the text is the text, whatever it is called.
    return len(words_of(element)) < whole / 2


def _names(element: Element) -> Iterator[str]:
    yield from classes_of(element)
    if element.get("id"):
        yield (element.get("id") or "").lower()


def _is_byline(element: Element, name: str) -> bool:
    if name in {"h1", "h2", "article", "header", "blockquote"}:
        return False
    is_named_so = name == "time" or any(map(_BYLINE.fullmatch, _names(element)))
    if not is_named_so and not _is_a_line_with_a_time(element, name):
        return False
    return len(words_of(element).strip()) < _LONGEST_BYLINE


def _is_a_line_with_a_time(element: Element, name: str) -> bool:
    if name not in {"p", "div", "span", "small"} or next(element.iter("time"), None) is None:
        return False
    return all(name_of(one) in _LINE_TAGS for one in element.iterdescendants())
