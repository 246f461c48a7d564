"""Wikilinks become links that every reader of Markdown knows; code keeps its brackets."""

import pytest

from retrieval.markdown import plain, with_links


@pytest.mark.parametrize(
    ("written", "link", "words"),
    [
        ("See [[Rope]].", "See [Rope](<Rope>).", "See Rope."),
        ("[[Old rope|the knot]]", "[the knot](<Old rope>)", "the knot"),
        ("[[Rope#Knots]]", "[Rope > Knots](<Rope>)", "Rope > Knots"),
        ("[[Rope#^a1b2]]", "[Rope](<Rope>)", "Rope"),
        ("[[#Knots]]", "[Knots](<#Knots>)", "Knots"),
        ("![[Rope]]", "[Rope](<Rope>)", "Rope"),
        ("![[quay.png]]", "", ""),
        ("![[quay.png|300x200]]", "", ""),
        ("![[quay.png|The old quay]]", "The old quay", "The old quay"),
        ("[[Rope\\|the knot]]", "[the knot](<Rope>)", "the knot"),
        ("[[ Rope ]]", "[Rope](<Rope>)", "Rope"),
    ],
)
def test_a_wikilink_shows_its_words(written: str, link: str, words: str) -> None:
    assert with_links(written) == link
    assert plain(with_links(written)) == words


@pytest.mark.parametrize(
    "text",
    ["`[[Rope]]`", "```\n[[Rope]]\n```", "a claim [[1]]", "[[1]](https://own.example)", "[[a][b]]",
     "[[x](y)]", "\\[[Rope]]", "[[over\nlines]]"],
)  # fmt: skip
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert with_links(text) == text
