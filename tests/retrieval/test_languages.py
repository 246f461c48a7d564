"""What a language's tag says, and what is none."""

import pytest

from retrieval.languages import is_tag, primary


@pytest.mark.parametrize(
    ("tag", "language"), [("de", "de"), ("de-AT", "de"), ("pt_BR", "pt"), ("ZH-Hant-TW", "zh")]
)
def test_a_tag_begins_with_its_language(tag: str, language: str) -> None:
    assert is_tag(tag)
    assert primary(tag) == language


@pytest.mark.parametrize("text", ["", "d", "d%", "de-", "de;", "日本", "x" * 9, "de\n"])
def test_what_is_no_tag_is_known(text: str) -> None:
    assert not is_tag(text)
