"""One work in several places is told by the addresses that the places name."""

import pytest

from retrieval.corpus.syndication import Work, address_key, same_works

HERE, THERE = "own.example/clock", "hub.example/the-clock"


def work(key: str, source_format: str = "markdown", own: str = "", original: str = "") -> Work:
    return Work(key, source_format, own, original or own)


def joined(*works: Work, is_alike: bool = True) -> list[list[str]]:
    groups = same_works(works, is_alike=lambda one, other: is_alike)
    return [[work.key for work in group] for group in groups]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.Own.example/Clock/", "own.example/Clock"),
        ("http://own.example/clock?utm_source=feed&p=3#top", "own.example/clock?p=3"),
        ("https://own.example/clock?sku=3&reference=4", "own.example/clock?sku=3&reference=4"),
        ("https://own.example/caf%C3%A9/index.html", "own.example/café"),
        ("https://own.example/", ""),
        ("https://own.example", ""),
        ("/clock", ""),
        ("javascript:alert(1)", ""),
        ("https://[broken", ""),
    ],
)
def test_addresses_are_compared_without_what_changes_nothing(url: str, key: str) -> None:
    assert address_key(url) == key


def test_a_copy_that_names_its_original_joins_it_and_the_original_gives_the_text() -> None:
    copy = work("copy", "medium", own=THERE, original=HERE)

    assert joined(copy, work("post", own=HERE)) == [["post", "copy"]]


def test_an_original_that_names_its_copies_is_joined_by_them() -> None:
    post = Work("post", "markdown", HERE, HERE, copies=frozenset({THERE}))

    assert joined(work("copy", "feed", own=THERE), post) == [["post", "copy"]]


def test_one_page_from_three_sources_is_one_work_and_the_cleanest_gives_the_text() -> None:
    works = [work(name, name, own=HERE) for name in ("html", "feed", "wordpress")]

    assert joined(*works) == [["wordpress", "feed", "html"]]


def test_of_two_equally_clean_copies_the_original_gives_the_text() -> None:
    copy = work("a copy", "wordpress", own=THERE, original=HERE)

    assert joined(copy, work("post", "wordpress", own=HERE)) == [["post", "a copy"]]


def test_copies_of_copies_are_all_one_work() -> None:
    third = work("third", "html", own="third.example/x", original=THERE)
    second = work("second", "feed", own=THERE, original=HERE)

    assert joined(third, second, work("first", own=HERE)) == [["first", "second", "third"]]


def test_a_link_between_texts_that_have_nothing_in_common_joins_nothing() -> None:
    assert joined(work("a", own=HERE), work("b", own=HERE), is_alike=False) == []


def test_works_that_name_no_address_are_never_joined() -> None:
    assert joined(work("a"), work("b"), work("c", original="https://own.example/")) == []
