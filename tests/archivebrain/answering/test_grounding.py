"""What a finished draft comes to: an answer, half of one, or a refusal with its reason."""

import pytest

from archivebrain.answering.grounding import grounded, settled
from archivebrain.providers.types import Cite, Draft, DraftSentence
from tests.archivebrain.answering.passages import source

BREAD = source(1, "Heat is patient.")
CITED = DraftSentence("Heat is patient.", (Cite(1),))
QUESTION = "Why is heat patient, and what does he think of orchids?"


def draft(*sentences: DraftSentence, provider: str = "openai") -> Draft:
    return Draft(sentences, provider, "none")


def parts_of(denial: str, question: str = QUESTION) -> tuple[str, ...]:
    return settled(draft(CITED, DraftSentence(denial)), [BREAD], question=question).declined_parts


@pytest.mark.parametrize(
    "denial",
    [
        "The writing does not cover orchids.",
        "However, the writing does not say what he thinks of orchids.",
        "His view of orchids is not covered.",
        "It does not mention orchids.",
        "The passages contain nothing about orchids.",
    ],
)
def test_a_part_that_a_model_leaves_open_in_words_is_left_open(denial: str) -> None:
    assert parts_of(denial) == ("what does he think of orchids?",)


def test_one_thing_of_two_is_told_from_the_other() -> None:
    question = "What does he think of bread and orchids?"

    assert parts_of("The writing does not cover orchids.", question) == (
        "What does he think of orchids?",
    )


def test_where_no_part_is_meant_more_than_another_the_whole_question_is_open() -> None:
    assert parts_of("The writing does not cover the rest.") == (QUESTION,)


@pytest.mark.parametrize("bare", ["He owns a tram.", "Heat does not wait for bread."])
def test_a_sentence_without_a_source_that_denies_nothing_leaves_nothing_open(bare: str) -> None:
    assert parts_of(bare) == ()


def test_half_an_answer_says_that_it_is_half() -> None:
    denial = DraftSentence("The writing does not cover orchids.")

    half = settled(draft(CITED, denial), [BREAD], question=QUESTION)

    reply = grounded(half, [BREAD], rows=(), site_url="https://brain.example")
    assert reply is not None
    assert reply.text == (
        "Heat is patient. [1]\n\nThe writing does not cover the rest of the question."
    )


@pytest.mark.parametrize("cites", [(), (Cite(7),)])
def test_a_draft_that_names_no_source_it_was_shown_is_declined_as_uncited(
    cites: tuple[Cite, ...],
) -> None:
    bare = settled(draft(DraftSentence("Heat waits.", cites)), [BREAD], question=QUESTION)

    assert (bare.declined, bare.reason) == (True, "uncited")


def test_a_refusal_in_words_is_no_uncited_draft() -> None:
    refusal = draft(DraftSentence("The writing does not cover heat or orchids."))

    assert settled(refusal, [BREAD], question=QUESTION) == refusal


def test_quotes_are_the_authors_words_and_leave_nothing_open() -> None:
    quotes = draft(CITED, provider="extractive")

    assert settled(quotes, [BREAD], question=QUESTION) == quotes
