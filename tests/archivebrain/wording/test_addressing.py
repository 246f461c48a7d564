"""Who is asked about the author by name asks what they would ask of "the author"."""

import pytest

from archivebrain.wording.addressing import of_the_author
from retrieval.types import UNNAMED_AUTHOR

AUTHOR = "Ada Will"


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("What does Ada Will say about soup?", "What does the author say about soup?"),
        ("What does Ada say about soup?", "What does the author say about soup?"),
        ("what does ada think of soup", "what does the author think of soup"),
        ("What does Ms. Ada recommend?", "What does the author recommend?"),
        ("What is Ada's view on soup?", "What is the author's view on soup?"),
        ("Ada Will’s opinion of buses", "the author’s opinion of buses"),
        ("According to Ada, is soup a meal?", "According to the author, is soup a meal?"),
        ("Has Ada changed her mind on buses?", "Has the author changed her mind on buses?"),
        ("Why did she leave the city?", "Why did the author leave the city?"),
        ("What does he think about meetings?", "What does the author think about meetings?"),
        ("Do they still hold that view?", "Do the author still hold that view?"),
    ],
)
def test_a_name_and_a_pronoun_that_mean_the_author(asked: str, read: str) -> None:
    assert of_the_author(asked, author=AUTHOR) == read


@pytest.mark.parametrize(
    "asked",
    [
        "Will buses be free?",
        "Will changes be made?",
        "What will change next?",
        "Who will say that?",
        "What is Ada the language good for?",
        "What does the author say about Will?",
        "What did Thoreau mean, and did he live alone?",
        "How do they make bread?",
        "What happens when she comes home?",
        "Is a will a promise?",
        "What is free will?",
        "Where there is a will, is there a way?",
        "What does the author think of the Ada compiler?",
    ],
)
def test_another_use_of_the_words_is_left_alone(asked: str) -> None:
    assert of_the_author(asked, author=AUTHOR) == asked


def test_an_author_without_a_name_is_meant_by_the_pronoun_alone() -> None:
    assert of_the_author("What does she say?", author=UNNAMED_AUTHOR) == "What does the author say?"
    assert of_the_author("What does Ada say?", author=UNNAMED_AUTHOR) == "What does Ada say?"
