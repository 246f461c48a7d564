"""Who may see a work: the most private statement holds, and riddles are private."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.corpus.documents import Stamp
from retrieval.corpus.front_matter import FrontMatter
from retrieval.corpus.visibility import (
    Claim,
    Decision,
    closedness,
    front_claims,
    is_by_import,
    is_draft_folder,
    is_trash,
    settle,
)
from retrieval.types import Visibility
from tests.retrieval.corpus.conftest import NOW


def decided(
    front: dict[str, object],
    *,
    folders: tuple[str, ...] = ("posts",),
    named: date | None = None,
    ceiling: Visibility = Visibility.PUBLIC,
) -> Decision:
    return settle(
        front_claims(FrontMatter(tuple(front.items())), now=NOW),
        folders=folders,
        dated=[("file name", Stamp(named) if named else None)],
        now=NOW,
        ceiling=ceiling,
    )


@pytest.mark.parametrize(
    "front",
    [
        {}, {"draft": False}, {"draft": "no"}, {"published": True}, {"published": "2020-01-01"},
        {"published": "spring 2019"}, {"status": "published"}, {"visibility": "public"},
        {"password": ""}, {"private": "false"}, {"status": "Finished"}, {"audience": "beginners"},
        {"hook": "UNWRITTEN. This should not appear on the front page."},
        {"description": "private draft"}, {"tags": ["draft", "private"]}, {"layout": "draft"},
        {"expiryDate": "never"}, {"expires": "2050-01-01"}, {"date": "03/04/2026"},
        {"date": "2026"}, {"state": "Ohio"}, {"robots": "index"},
        {"date": "2026-06-15"}, {"date": "2026-06-15T23:00:00Z"}, {"draft": None},
    ],
)  # fmt: skip
def test_what_says_nothing_closed_is_public(front: dict[str, object]) -> None:
    assert decided(front) == Decision()


@pytest.mark.parametrize(
    ("front", "visibility"),
    [
        ({"draft": True}, "draft"), ({"draft": "true"}, "draft"), ({"draft": "YES"}, "draft"),
        ({"Draft": 1}, "draft"), ({"published": False}, "draft"), ({"published": "no"}, "draft"),
        ({"publish": "false"}, "draft"), ({"status": "draft"}, "draft"),
        ({"status": "WIP"}, "draft"),
        ({"visibility": "unlisted"}, "unlisted"), ({"unlisted": "true"}, "unlisted"),
        ({"private": True}, "private"), ({"password": "sesame"}, "private"),
        ({"members": True}, "private"), ({"paid": "true"}, "private"), ({"premium": 1}, "private"),
        ({"visibility": "members-only"}, "private"), ({"visibility": "paid"}, "private"),
        ({"access": "members"}, "private"), ({"audience": "only_paid"}, "private"),
        ({"public": False}, "private"), ({"permalink": False}, "private"),
        ({"private": "ask me"}, "private"), ({"unpublished": True}, "draft"),
        ({"dg-publish": "false"}, "draft"), ({"type": "draft"}, "draft"),
        ({"_build": {"render": "never"}}, "private"), ({"build": {"list": False}}, "unlisted"),
        ({"status": "scheduled"}, "private"), ({"expiryDate": "2020-01-01"}, "private"),
        ({"date": "2026-06-16"}, "private"), ({"pubDatetime": "2050-01-01T10:00Z"}, "private"),
        ({"encrypted": True}, "private"), ({"passwordProtected": "yes"}, "private"),
        ({"unpublish": True}, "draft"), ({"date": "31.12.2050"}, "private"),
        ({"date": "autumn 2027"}, "private"),
        ({"date": "07/05/2026"}, "private"), ({"stage": "draft"}, "draft"),
        ({"publishStatus": "scheduled"}, "private"), ({"robotsNoIndex": True}, "unlisted"),
        ({"robots": "noindex, nofollow"}, "unlisted"),
        ({"date": "2020-01-01", "publishDate": "2050-01-01"}, "private"),
    ],
)  # fmt: skip
def test_a_known_flag_closes_without_a_warning(front: dict[str, object], visibility: str) -> None:
    decision = decided(front)

    assert decision.visibility == visibility
    assert decision.warnings == ()
    assert is_by_import(decision.reason)


@pytest.mark.parametrize(
    "front",
    [{"visibility": "freinds"}, {"status": "hush"}, {"draft": "maybe"}, {"draft": ["x"]},
     {"published": "nope"}, {"public": "perhaps"}, {"expiryDate": "soon"},
     {"expires": "2020-13-01"}],
)  # fmt: skip
def test_a_flag_that_nobody_can_read_is_private_and_reported(front: dict[str, object]) -> None:
    decision = decided(front)

    assert decision.visibility is Visibility.PRIVATE
    assert len(decision.warnings) == 1


def test_of_several_statements_the_most_private_holds() -> None:
    front: dict[str, object] = {"draft": True, "visibility": "public", "password": "x"}

    assert decided(front) == Decision(Visibility.PRIVATE, "front matter: password")


FLAGS = st.sampled_from(
    [("draft", True), ("draft", False), ("published", False), ("published", True),
     ("visibility", "public"), ("visibility", "unlisted"), ("visibility", "hush"),
     ("status", "live"), ("private", True), ("password", "x"), ("date", "2050-01-01"),
     ("audience", "everyone"), ("permalink", False)]
)  # fmt: skip


@given(st.lists(FLAGS, max_size=5), FLAGS, st.sampled_from(["posts", "drafts"]))
def test_one_more_statement_never_opens_an_essay(
    flags: list[tuple[str, object]], more: tuple[str, object], folder: str
) -> None:
    def closed(*statements: tuple[str, object]) -> int:
        claims = front_claims(FrontMatter(statements), now=NOW)
        decision = settle(claims, folders=[folder], now=NOW, ceiling=Visibility.PUBLIC)
        return closedness(decision.visibility)

    assert closed(*flags, more) >= closed(*flags)
    assert closed(*flags, more) >= closed(more)
    assert closed(*reversed(flags)) == closed(*flags)


def test_a_password_stands_in_no_reason_and_no_warning() -> None:
    decision = decided({"protected": "sesame", "password": "sesame"})

    assert "sesame" not in f"{decision.reason} {decision.warnings}"


def test_one_key_spelt_twice_cannot_open_what_it_closed() -> None:
    assert decided({"draft": False, "Draft": True}).visibility is Visibility.DRAFT


@pytest.mark.parametrize("folder", ["drafts", "_drafts", "fragments-drafts", "Drafts"])
def test_a_folder_of_drafts_holds_drafts(folder: str) -> None:
    assert decided({}, folders=("a", folder, "b")) == Decision(
        Visibility.DRAFT, f"folder: {folder}"
    )


@pytest.mark.parametrize("folder", ["draughts", "drafts2", "mydrafts", "draft", ""])
def test_other_folders_are_no_drafts(folder: str) -> None:
    assert not is_draft_folder(folder)


def test_a_scheduled_essay_opens_on_its_day_and_not_before() -> None:
    tomorrow = NOW.date() + timedelta(days=1)

    assert decided({}, named=tomorrow).visibility is Visibility.PRIVATE
    assert decided({}, named=NOW.date()).visibility is Visibility.PUBLIC


def test_the_ceiling_closes_and_never_opens() -> None:
    assert decided({}, ceiling=Visibility.UNLISTED).visibility is Visibility.UNLISTED
    assert decided({"draft": True}, ceiling=Visibility.UNLISTED).visibility is Visibility.DRAFT


def test_trash_is_known_by_its_status() -> None:
    assert is_trash(FrontMatter((("status", "Trash"),)))
    assert not is_trash(FrontMatter((("title", "Trash"),)))


def test_what_a_source_claims_yields_to_a_folder_a_date_and_the_ceiling() -> None:
    public = Claim(Visibility.PUBLIC, "export: status: publish")
    tomorrow = Stamp(NOW.date() + timedelta(days=1))

    scheduled = settle(
        [public],
        folders=["_drafts"],
        dated=[("post_date", tomorrow)],
        now=NOW,
        ceiling=Visibility.UNLISTED,
    )

    assert scheduled.visibility is Visibility.PRIVATE
    assert scheduled.reason == f"date: scheduled for {tomorrow.day} (post_date)"
    assert settle([public], now=NOW, ceiling=Visibility.PUBLIC) == Decision()
    assert is_by_import("export: status: draft")
