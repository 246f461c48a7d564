"""Each part of an essay knows the headings above it, and no unit falls between two parts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.cutting import source_of, units_of
from retrieval.markdown.parsing import parse
from retrieval.sectioning import Section, sections_of

LINES = st.sampled_from(
    ["# One", "## Two", "### Three", "## Title", "Words.", "- item", "[r]: https://a.example", ""]
)


def sections(text: str, *, title: str = "Title") -> list[Section]:
    document = parse(text)
    return sections_of(source_of(text, document), document.blocks, title=title)


def paths(text: str, *, title: str = "Title") -> list[tuple[str, ...]]:
    return [section.heading_path for section in sections(text, title=title)]


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=10).map("\n\n".join))
def test_every_unit_stands_in_one_section_in_the_order_of_the_text(text: str) -> None:
    document = parse(text)
    places = [unit.start for unit in units_of(source_of(text, document), document.blocks)]

    found = [unit.start for section in sections(text) for unit in section.units]

    # In link targets alone there is nothing to be found.
    assert found == (places if any(mark in text for mark in ("#", "Words", "item")) else [])


@settings(max_examples=150, deadline=None)
@given(st.lists(LINES, max_size=10).map("\n\n".join))
def test_every_section_has_words(text: str) -> None:
    for section in sections(text):
        assert any(unit.words.strip() for unit in section.units)


def test_a_heading_ends_the_sections_of_its_level_and_below() -> None:
    text = "# A\n\na\n\n### B\n\nb\n\n## C\n\nc\n\n# D\n\nd"

    assert paths(text) == [("A",), ("A", "B"), ("A", "C"), ("D",)]


def test_only_the_first_top_heading_can_be_the_title_once_more() -> None:
    assert paths("# Bread\n\na\n\n# bread\n\nb", title="Bread") == [(), ("bread",)]
    assert paths("## Bread\n\na", title="Bread") == [("Bread",)]


def test_a_bare_heading_that_is_in_the_path_below_it_is_not_said_twice() -> None:
    (section,) = sections("# Part\n\n## Chapter\n\nWords.")

    assert [unit.words for unit in section.units] == ["", "", "Words."]


def test_a_bare_heading_that_the_path_below_lacks_is_said() -> None:
    (section,) = sections("## Left alone\n\n## Chapter\n\nWords.")

    assert section.heading_path == ("Chapter",)
    assert [unit.words for unit in section.units] == ["Left alone", "", "Words."]


def test_an_anchor_is_that_of_the_innermost_heading() -> None:
    found = sections("Above.\n\n# One\n\na\n\n## Two (#own)\n\nb")

    assert [section.anchor for section in found] == ["", "one", "own"]
