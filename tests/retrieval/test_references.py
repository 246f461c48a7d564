"""A link between two texts is known by the last part of what it says."""

import pytest

from retrieval.models import Essay
from retrieval.references import known_by, name_of_target


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("../posts/old-rope.md#knots", "old rope"),
        ("/blog/Old%20Rope/", "old rope"),
        ("Old rope", "old rope"),
        ("/rope/index.html", "rope"),
        ("https://www.own.example/blog/rope?x=1", "own.example/rope"),
        ("mailto:somebody@own.example", ""),
        ("https://[broken", ""),
        ("https://own.example/", ""),
    ],
)
def test_what_a_target_names(target: str, name: str) -> None:
    assert name_of_target(target) == name


def test_an_essay_is_known_by_slug_title_file_and_address_and_never_by_what_two_are_called() -> (
    None
):
    rope = Essay(
        slug="old-rope", title="On rope", source_path="posts/2020-rope.md",
        canonical_url="https://own.example/2020/rope/",
    )  # fmt: skip
    other = Essay(slug="quay", title="On rope", source_path="posts/quay/index.md")

    known = known_by([rope, other])

    assert known == {
        "old rope": "old-rope",
        "2020 rope": "old-rope",
        "own.example/rope": "old-rope",
        "quay": "quay",
    }
