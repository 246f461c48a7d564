"""A question that calls an essay by its name, and one that only shares its words."""

import pytest

from retrieval.facts import facts_of
from retrieval.models import Chunk, GlossaryTerm
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db


def named(question: str) -> set[str]:
    by_id = dict(Chunk.objects.values_list("pk", "essay__slug"))
    return {by_id[fact.chunk_id] for fact in facts_of(question, by_id) if fact.is_named}


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Canonical log lines", "What is a canonical log line?"),
        ("Bread Is a Clock", "what does “bread is a clock” say"),
        ("The Repair Score, Two Years On", "Sum up The Repair Score, Two Years On."),
        ("E-bikes: I Was Wrong", "Why did you write E-bikes: I was wrong?"),
        ("Free Buses: A Withdrawal", "What happened to free buses?"),
        ("Receipt", "What is a receipt?"),
        ("Receipt", "receipts?"),
        ("Maintenance", 'Which essay explains "maintenance" to a city?'),
        ("Maintenance", "How does Maintenance differ from repair?"),
    ],
)
def test_naming_finds_the_essay(title: str, question: str, make_essay: MakeEssay) -> None:
    make_essay("it", "A text.", title=title)
    make_essay("other", "A text.", title="Something else entirely")

    assert named(question) == {"it"}


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Bread Is a Clock", "Which clock rings while the bread is rising?"),
        ("Canonical log lines", "Which lines of a log are canonical?"),
        ("Maintenance", "Who pays for the maintenance of old bridges?"),
        ("Maintenance", "Maintenance of bridges is dear, is it?"),
        ("To Be or Not to Be", "to be or not to be"),
        ("", "What is it?"),
    ],
)
def test_sharing_words_does_not(title: str, question: str, make_essay: MakeEssay) -> None:
    make_essay("it", "A text.", title=title)

    assert named(question) == set()


def test_a_term_of_the_glossary_names_the_essays_that_explain_it(make_essay: MakeEssay) -> None:
    make_essay("bench", "A text.")
    make_essay("other", "A text.")
    GlossaryTerm.objects.create(
        term="Repair log", aliases=["maintenance book"], definition="…", essays=["bench"]
    )

    assert named("What belongs into a repair log?") == {"bench"}
    assert named("What is a maintenance book?") == {"bench"}
    assert named("Who keeps a log of each repair?") == set()


@pytest.mark.parametrize("question", ["", "\x00", "' : * & |", "%s", "a" * 5000, "\ud800"])
def test_any_text_is_survived(question: str, make_essay: MakeEssay) -> None:
    make_essay()

    assert named(question) == set()
    assert facts_of(question, []) == []
