"""The default provider over real sentences, the real stemmer and the real model."""

from dataclasses import replace
from datetime import date

import pytest

from archivebrain.providers.extractive import Extractive
from archivebrain.providers.extractive import measuring as measured_by
from archivebrain.providers.types import Brief, Draft, Source
from retrieval.embedders.base import Embedder, EmbedderUnavailable
from retrieval.types import Bucket
from tests.archivebrain.answering.passages import source

pytestmark = [pytest.mark.torch, pytest.mark.django_db]

LAWN = "A mown lawn is common ground, and people come together on it."
BREAD = "Dough rises faster in a warm kitchen than in a cold one."


def draft(question: str, *sources: Source) -> Draft:
    return Extractive().draft(
        Brief(
            question=question,
            author="the author",
            sources=sources,
            today=date(2026, 6, 1),
            archive_from=date(2018, 1, 1),
            archive_to=date(2026, 1, 1),
        )
    )


def test_a_quotation_is_verbatim_dated_and_cited_once() -> None:
    found = draft("What is a mown lawn?", source(1, LAWN, year=2020), source(2, BREAD))

    assert found.sentences[0].text == f"“{LAWN}” (1 May 2020)"
    assert [(cite.source, cite.quote) for cite in found.sentences[0].cites] == [(1, LAWN)]


@pytest.mark.parametrize(
    ("bucket", "standing"),
    [
        (Bucket.CURRENT, ""),
        (Bucket.HISTORICAL, ", an earlier view"),
        (Bucket.RECORD_ONLY, ", a view since retracted"),
    ],
)
def test_a_quotation_says_whether_its_view_was_left_or_taken_back(
    bucket: Bucket, standing: str
) -> None:
    lawn = source(1, LAWN, year=2020)
    passage = replace(lawn.passage, bucket=bucket)

    found = draft("What is a mown lawn?", replace(lawn, passage=passage))

    assert found.sentences[0].text == f"“{LAWN}” (1 May 2020{standing})"


def test_a_sentence_that_leans_is_quoted_with_the_one_before_under_one_citation() -> None:
    lead, leaning = "Every village has a green.", "It is a mown lawn, and people meet on it."

    found = draft("What is a mown lawn?", source(1, lead, leaning))

    assert found.sentences[0].text == f"“{lead} {leaning}” (1 May 2020)"
    assert [cite.quote for cite in found.sentences[0].cites] == [f"{lead} {leaning}"]


def test_a_sentence_of_another_paragraph_is_no_lead() -> None:
    apart = source(1, "Every village has a green.", "It is a mown lawn, and people meet on it.")
    passage = replace(apart.passage, plain="\n\n".join(apart.sentences))

    found = draft("What is a mown lawn?", replace(apart, passage=passage))

    assert found.sentences[0].cites[0].quote == apart.sentences[1]


def test_a_long_ordinary_word_that_the_archive_never_uses_is_no_name() -> None:
    assert not draft("Is a neighbourly mown lawn common ground?", source(1, LAWN)).declined


def test_an_undated_essay_is_quoted_as_undated() -> None:
    found = draft("What is a mown lawn?", source(1, LAWN, year=None))

    assert found.sentences[0].text.endswith("(date unknown)")


def test_the_covered_half_is_answered_and_the_other_left_open() -> None:
    found = draft(
        "What is a mown lawn, and how do quantum computers factor numbers?", source(1, LAWN)
    )

    assert not found.declined
    assert found.declined_parts == ("how do quantum computers factor numbers?",)


def test_a_half_that_only_asks_on_is_not_left_open() -> None:
    improved = "We improved the technique of cutting a mown lawn after the first summer."

    found = draft(
        "What is a mown lawn, and how was the technique improved in summer?",
        source(1, LAWN),
        source(2, improved, slug="improved"),
    )

    assert found.declined_parts == ()


def test_of_two_named_things_the_known_one_is_answered() -> None:
    known = "I have used sqlc for years and I am happy with sqlc."

    found = draft("What does he think of sqlc and of Phoenix LiveView?", source(1, known))

    assert [cite.quote for one in found.sentences for cite in one.cites] == [known]
    assert found.declined_parts == ("What does he think of Phoenix LiveView?",)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("What does he think of Phoenix LiveView on lawns?", "name"),
        ("How would he keep rows with pgvector?", "not_close"),
        ("In 1931, what is a mown lawn?", "time"),
        ("What will a mown lawn be in 2044?", "time"),
        ("Which vaccine do toddlers need?", "not_close"),
        ("这位作者怎么看电动自行车？", "not_close"),
    ],
)
def test_what_is_not_covered_is_declined_by_a_named_rule(question: str, reason: str) -> None:
    found = draft(question, source(1, LAWN), source(2, BREAD))

    assert found.declined
    assert found.reason == reason
    assert found.sentences == ()


def test_without_sources_there_is_nothing_to_quote() -> None:
    assert draft("What is a lawn?").reason == "no_passage"


def test_words_alone_decide_while_the_embedder_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    def down() -> Embedder:
        raise EmbedderUnavailable("no weights")

    monkeypatch.setattr(measured_by, "get_embedder", down)

    assert not draft("What is a mown lawn?", source(1, LAWN)).declined
    assert draft("Which vaccine do toddlers need?", source(1, LAWN)).declined
