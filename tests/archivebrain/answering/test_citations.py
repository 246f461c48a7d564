"""From what a draft claims to numbered citations with exact words."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from archivebrain.answering.citations import markdown_with_markers, resolve
from archivebrain.answering.types import AnswerSentence, Citation
from archivebrain.providers.types import Cite, DraftSentence, Source
from tests.archivebrain.answering.passages import source

SITE = "https://brain.example"


BREAD = source(
    1,
    "Heat is patient.",
    "The crust keeps its heat longer than the crumb.",
    slug="bread",
    title="Bread",
    heading_path=("Ovens", "The crust"),
)
ROPE = source(2, "Rope is the oldest debt of the quay.", "Nobody pays it.", slug="rope")


def published_elsewhere(of: Source) -> Source:
    """The same source with an address of its author's and a heading that has an anchor."""
    essay = replace(of.passage.essay, url="https://calder.example/bread")
    return replace(of, passage=replace(of.passage, essay=essay, anchor="the-crust"))


def test_a_citation_holds_all_that_a_reader_needs() -> None:
    drafted = [DraftSentence("Bread keeps heat.", (Cite(1, "Heat is patient."),))]

    sentences, citations = resolve(
        drafted, sources=[published_elsewhere(BREAD), ROPE], site_url=SITE
    )

    assert sentences == (AnswerSentence("Bread keeps heat.", (1,)),)
    assert citations == (
        Citation(
            n=1,
            slug="bread",
            title="Bread",
            url="https://calder.example/bread",
            deep_link=f"{SITE}/essays/bread/#the-crust:~:text=Heat%20is%20patient.",
            heading="Ovens > The crust",
            published=date(2020, 5, 1),
            quote="Heat is patient.",
        ),
    )


def test_an_essay_without_an_address_of_its_own_is_linked_here() -> None:
    drafted = [DraftSentence("Rope is a debt.", (Cite(2),))]

    _, (citation,) = resolve(drafted, sources=[ROPE], site_url=SITE)

    assert citation.url == f"{SITE}/essays/rope/"


def test_numbers_follow_first_use_and_the_same_words_keep_theirs() -> None:
    drafted = [
        DraftSentence("Rope is a debt.", (Cite(2), Cite(1, "Heat is patient."))),
        DraftSentence("Heat is patient.", (Cite(1),), paragraph=1),
    ]

    sentences, citations = resolve(drafted, sources=[BREAD, ROPE], site_url=SITE)

    assert [sentence.citations for sentence in sentences] == [(1, 2), (2,)]
    assert [citation.slug for citation in citations] == ["rope", "bread"]


def test_two_quotes_of_one_essay_are_two_citations() -> None:
    drafted = [
        DraftSentence("Heat is patient.", (Cite(1),)),
        DraftSentence("The crust.", (Cite(1),)),
    ]

    _, citations = resolve(drafted, sources=[BREAD], site_url=SITE)

    assert [citation.quote for citation in citations] == [
        "Heat is patient.",
        "The crust keeps its heat longer than the crumb.",
    ]


@pytest.mark.parametrize("invented", ["Heat is impatient.", "heat is patient", ""])
def test_words_that_do_not_stand_in_the_source_are_never_quoted(invented: str) -> None:
    drafted = [DraftSentence("The crumb cools before the crust.", (Cite(1, invented),))]

    _, (citation,) = resolve(drafted, sources=[BREAD], site_url=SITE)

    assert citation.quote == "The crust keeps its heat longer than the crumb."


def test_a_quote_over_two_sentences_is_kept() -> None:
    words = "Heat is patient. The crust keeps its heat longer than the crumb."
    drafted = [DraftSentence("Bread waits.", (Cite(1, words),))]

    _, (citation,) = resolve(drafted, sources=[BREAD], site_url=SITE)

    assert citation.quote == words


def test_a_quote_over_a_sentence_that_was_left_out_is_not_kept() -> None:
    words = "Heat is patient. See [3]. The crust keeps its heat longer than the crumb."
    gapped = replace(BREAD, passage=replace(BREAD.passage, plain=words))
    drafted = [DraftSentence("Heat waits.", (Cite(1, " ".join(BREAD.sentences)),))]

    _, (citation,) = resolve(drafted, sources=[gapped], site_url=SITE)

    assert citation.quote == "Heat is patient."


def test_a_source_that_was_not_shown_is_dropped_and_its_sentence_stays() -> None:
    drafted = [DraftSentence("Tides turn.", (Cite(7),))]

    sentences, citations = resolve(drafted, sources=[BREAD], site_url=SITE)

    assert (sentences, citations) == ((AnswerSentence("Tides turn.", ()),), ())


def test_numbers_are_looked_up_among_the_sources_shown_not_by_position() -> None:
    drafted = [DraftSentence("Rope is a debt.", (Cite(2),))]

    _, (citation,) = resolve(drafted, sources=[ROPE, BREAD], site_url=SITE)

    assert citation.slug == "rope"


@given(
    st.lists(
        st.builds(
            DraftSentence,
            st.text(max_size=40),
            st.lists(
                st.builds(Cite, st.integers(0, 4), st.sampled_from(["", "Heat is patient.", "no"])),
                max_size=4,
            ).map(tuple),
        ),
        max_size=6,
    )
)
def test_every_number_has_its_citation_and_every_quote_its_source(
    drafted: list[DraftSentence],
) -> None:
    sentences, citations = resolve(drafted, sources=[BREAD, ROPE], site_url=SITE)

    used = dict.fromkeys(n for sentence in sentences for n in sentence.citations)
    assert list(used) == [citation.n for citation in citations]
    assert list(used) == list(range(1, len(citations) + 1))
    for citation in citations:
        assert citation.quote in (*BREAD.sentences, *ROPE.sentences)


def test_markdown_puts_the_numbers_after_their_sentence() -> None:
    sentences = [
        AnswerSentence("Heat is patient.", (1, 2)),
        AnswerSentence("It waits.", ()),
        AnswerSentence("Rope is a debt.", (1,), paragraph=1),
    ]

    assert markdown_with_markers(sentences) == (
        "Heat is patient. [1][2] It waits.\n\nRope is a debt. [1]"
    )


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("See note [1].", "See note \\[1\\]."),
        ("An ![image](https://evil.example/x).", "An !\\[image]\\(https://evil.example/x)."),
        ("A <script> tag.", "A \\<script> tag."),
        ("Two < three.", "Two < three."),
    ],
)
def test_words_of_an_essay_cannot_pass_for_markers_or_load_anything(
    text: str, escaped: str
) -> None:
    assert markdown_with_markers([AnswerSentence(text, (1,))]) == f"{escaped} [1]"
