"""What cannot be done is an error of the tool, in a sentence, in both eras; no store is asked."""

from typing import Any

import pytest

from tests.archivebrain.mcp.visiting import ERAS, call, text_of

SECRET = "my private question"


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("tool", "arguments", "sentence"),
    [
        ("ask", {}, "question is missing."),
        ("ask", {"question": " "}, "The question is empty. Write what you want to know."),
        ("ask", {"question": 7}, "question: Input should be a valid string."),
        ("ask", {"question": "Why?", "q": SECRET}, "There is no argument called q."),
        ("ask", {"question": "Why?", "as_of": SECRET}, "as_of: write a day as 2021-06-30."),
        ("ask", {"question": "Why?", "as_of": "1700000000"}, "as_of: write a day as 2021-06-30."),
        ("ask", {"question": "Why?", "as_of": "2021-02-30"}, "as_of: write a day as 2021-06-30."),
        ("search_writings", {"query": "a", "limit": 51},
         "limit: Input should be less than or equal to 50."),
        ("search_writings", {"query": "a", "language": "!"},
         "language: write a language as de or en."),
        ("verify_quote", {"quote": "…"},
         "The quote is empty. Write the words that you want to find."),
        ("search", {"query": ""}, "The question is empty. Write what you want to know."),
        ("fetch", {"id": "https://example.org/"},
         "Nothing public has this id. Take ids from search."),
        ("tell_me", {}, "There is no tool called that. Those there are stand in tools/list."),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_told_in_a_sentence_that_repeats_nothing(
    tool: str, arguments: dict[str, Any], sentence: str, era: str
) -> None:
    refused = call(tool, era=era, **arguments)

    assert (refused.is_error, text_of(refused)) == (True, sentence)


def test_a_long_question_is_refused_with_its_length() -> None:
    assert "2,001 characters" in text_of(call("ask", question="x" * 2001))
