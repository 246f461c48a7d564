"""Anchors: one for each heading, the same on the page as in the index."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.markdown import headings, render
from retrieval.markdown.headings import slug_of
from retrieval.markdown.words import without_anchor

TITLES = st.lists(
    st.sampled_from(["Same", "same", "Same 1", "Other (#same)", "!", "*Same*", "Größe", "(#x)"]),
    min_size=1,
    max_size=8,
)


@settings(max_examples=100, deadline=None)
@given(TITLES)
def test_no_two_headings_share_an_anchor_and_the_page_has_each_of_them(titles: list[str]) -> None:
    body = "\n\n".join(f"## {title}\n\nWords." for title in titles)

    anchors = [heading.anchor for heading in headings(body)]

    assert len(set(anchors)) == len(titles)
    assert re.findall(r'<h2 id="([^"]+)"', render(body)) == anchors


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("A b-c_d", "a-b-c_d"),
        ("What's new?", "whats-new"),
        ("C++ & Co.", "c--co"),
        ("漢字 Größe", "漢字-größe"),
        ("\u00a0 tabs\tand", "--tabs-and"),
        ("!?", ""),
    ],
)
def test_an_anchor_is_made_as_git_forges_make_it(text: str, slug: str) -> None:
    assert slug_of(text) == slug


@pytest.mark.parametrize(
    ("written", "heading", "anchor"),
    [
        ("Title (#own)", "Title", "own"),
        ("Title {#own .wide}", "Title", "own"),
        ("Title {.wide}", "Title", ""),
        ("Title (#)", "Title (#)", ""),
        ("Title (see #2)", "Title (see #2)", ""),
        ("Title {own}", "Title {own}", ""),
        ("Title", "Title", ""),
    ],
)
def test_only_what_an_author_wrote_as_an_anchor_is_one(
    written: str, heading: str, anchor: str
) -> None:
    assert without_anchor(written) == (heading, anchor)
