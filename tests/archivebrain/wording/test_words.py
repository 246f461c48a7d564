"""What a question's words tell: subject, names, and one spelling for one word."""

import pytest

from archivebrain.wording.words import content_words, covers, keys_of, names_in


def subject(question: str) -> list[str]:
    return [word.key for word in content_words(question)]


def names(question: str) -> list[list[str]]:
    return [[word.key for word in name] for name in names_in(question)]


def test_only_words_with_a_subject_carry_a_question() -> None:
    assert subject("What does the author think of electric bikes?") == ["electric", "bikes"]


@pytest.mark.parametrize("question", ["", "???", "What does he think?", "And so on and on", "—"])
def test_asking_without_a_subject_leaves_no_word(question: str) -> None:
    assert subject(question) == []


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What does he think of Phoenix LiveView?", [["phoenix", "liveview"]]),
        ("Is C++ or .NET or GPT-4 better?", [["c++"], [".net"], ["gpt-4"]]),
        ("Which replacement for deleted_at is there?", [["deleted_at"]]),
        ("Does he still choose Go for Heroku's first API?", [["go"], ["heroku"], ["api"]]),
        ("What does he mean by “dark matter”?", [["dark", "matter"]]),
        ("Postgres or no Postgres: which?", [["postgres"]]),
    ],
)
def test_names_are_told_by_their_shape(question: str, expected: list[list[str]]) -> None:
    assert names(question) == expected


@pytest.mark.parametrize(
    "question",
    [
        "What is a canonical log line?",
        "What Is A Canonical Log Line?",
        "WHAT IS A CANONICAL LOG LINE?",
        "Why do I like the month of May?",
        "Electric bikes: good or bad?",
    ],
)
def test_capitals_that_mean_nothing_make_no_name(question: str) -> None:
    assert names(question) == []


def test_a_year_is_a_subject_only_where_nothing_else_is() -> None:
    assert subject("In 2018, what did he think of lawns?") == ["lawns"]
    assert subject("What did he write in 2019?") == ["2019"]


def test_a_compound_is_found_open_joined_and_hyphenated() -> None:
    assert set(keys_of("soft-deletion")) == {"soft-deletion", "softdeletion", "soft", "deletion"}


def test_a_possessive_is_the_word_itself() -> None:
    assert keys_of("Heroku's author’s") == ("heroku", "author")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What does the author think about work?", ["work"]),
        ("How has the author's view of time changed?", ["time", "changed"]),
        ("Why do you write?", ["write"]),
        ("In what way does time change bread?", ["bread"]),
    ],
)
def test_a_word_that_mostly_asks_is_the_subject_where_no_other_is(
    question: str, words: list[str]
) -> None:
    assert subject(question) == words


def test_a_long_question_of_small_words_is_still_a_question() -> None:
    assert subject("Since 2022, where does the author write down what is to be done?") != []


@pytest.mark.parametrize(
    ("key", "name", "same"),
    [
        ("postgresql", "postgres", True),
        ("mongodb", "mongo", True),
        ("llms", "llm", True),
        ("ebikes", "e-bikes", True),
        ("javascript", "java", False),
        ("reactive", "react", False),
        ("gpt-3", "gpt-4", False),
        ("c", "c++", False),
        ("golang", "go", False),
    ],
)
def test_a_name_is_recognised_in_its_usual_endings_only(key: str, name: str, same: bool) -> None:
    assert covers([key], name) is same


def test_words_of_another_script_are_words() -> None:
    assert subject("Что автор думает о велосипедах?") == [
        "что",
        "автор",
        "думает",
        "велосипедах",
    ]
