"""One work counts once, whatever the number of places that carry it; the author decides doubts."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import pytest

from retrieval.corpus.documents import Dates, Listing, Place, SourceDocument, Stamp
from retrieval.corpus.duplicates import NoText, join, propose_copies, take_text
from retrieval.corpus.formats import base
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.corpus.reports import ImportReport, as_json
from retrieval.corpus.sources import Source
from retrieval.models import Chunk, Decision, Essay, LikelyCopy, Publication, Revision
from retrieval.search import search
from retrieval.types import DateOrigin, Visibility
from tests.retrieval.corpus.conftest import NOW
from tests.retrieval.test_likeness import BREAD, CLOCK

pytestmark = [pytest.mark.django_db, pytest.mark.torch]

HERE, THERE = "https://own.example/clock", "https://hub.example/the-clock"


def post(path: str = "clock.md", root: str = "/blog", **changes: Any) -> SourceDocument:
    columns: dict[str, Any] = {
        "slug_wish": path.partition(".")[0],
        "folder": "blog",
        "title": "Seven minutes late",
        "body": CLOCK,
        "dates": Dates(Stamp(date(2018, 4, 9)), DateOrigin.FRONT_MATTER),
        "visibility": Visibility.PUBLIC,
        "canonical_url": HERE,
    }
    return SourceDocument(root, path, **columns | changes)


def copy(**changes: Any) -> SourceDocument:
    columns: dict[str, Any] = {
        "title": "The clock that nobody wanted fixed",
        "dates": Dates(Stamp(date(2018, 4, 20)), DateOrigin.EXPORT),
        "source_format": "medium",
        "own_url": THERE,
        "platform": "Medium",
        "file": "posts/the-clock.html",
    }
    return post("a1b2", "medium:hub.example", **columns | changes)


class Given:
    """A format that reads what the test gives it."""

    name = "given"

    def __init__(self, read: Sequence[base.Read]) -> None:
        self._read = read

    def takes(self, source: Source, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(names)

    def read(self, source: Source, names: Sequence[str], how: base.Reading) -> Any:
        return iter(self._read)


@pytest.fixture
def take_in(monkeypatch: pytest.MonkeyPatch) -> Any:
    def take_in(*read: base.Read, is_dry_run: bool = False) -> ImportReport:
        given = (Given(read),)
        monkeypatch.setattr("retrieval.corpus.importing.formats_called", lambda name: given)
        return import_sources(
            [Source.of("/blog", "all", b"")],
            options=ImportOptions(now=NOW, is_dry_run=is_dry_run),
            progress=lambda *_: None,
        )

    return take_in


def counts(report: ImportReport) -> dict[str, int]:
    return {name: count for name, count in as_json(report)["counts"].items() if count}


def places() -> list[tuple[str, str, str]]:
    return list(Publication.objects.values_list("platform", "title", "url"))


def test_a_copy_becomes_a_place_of_its_original(take_in: Any) -> None:
    report = take_in(copy(), post())

    essay = Essay.objects.get()
    assert counts(report) == {"new": 1, "copies": 1}
    assert (essay.title, essay.body, essay.published_on) == (
        "Seven minutes late", CLOCK, date(2018, 4, 9),
    )  # fmt: skip
    assert places() == [("Medium", "The clock that nobody wanted fixed", THERE)]
    document = as_json(report)["documents"][0]
    assert [place["url"] for place in document["also_published"]] == [THERE]


def test_short_notes_at_one_address_are_one_work_only_if_they_say_the_same(take_in: Any) -> None:
    """As where a template gives each note of a page the canonical link of the page."""
    take_in(
        post("oars.md", body="Oars are cut from ash, and last ten years."),
        post("keels.md", body="Keels are cut from oak, and last a hundred years."),
        copy(body="Oars are cut from ash and last for ten years!"),
    )

    assert Essay.objects.count() == 2
    assert Publication.objects.count() == 1


def test_taken_in_again_nothing_changes(take_in: Any) -> None:
    take_in(post(), copy())

    report = take_in(copy(), post())

    assert counts(report) == {"unchanged": 1, "copies": 1}
    assert as_json(report)["copies"][0]["action"] == "unchanged"
    assert Publication.objects.count() == 1


def test_a_copy_alone_is_an_essay_until_its_original_comes_and_keeps_the_slug(
    take_in: Any,
) -> None:
    take_in(copy())
    first = Essay.objects.get()

    report = take_in(post())

    essay = Essay.objects.get()
    assert counts(report) == {"changed": 1}
    assert (essay.pk, essay.slug, essay.title) == (first.pk, first.slug, "Seven minutes late")
    assert (essay.source_root, essay.source_format) == ("/blog", "markdown")
    assert places() == [("Medium", "The clock that nobody wanted fixed", THERE)]
    assert counts(take_in(copy(), post())) == {"unchanged": 1, "copies": 1}


def test_a_dry_run_tells_of_copies_and_joins_nothing(take_in: Any) -> None:
    report = take_in(post(), copy(), is_dry_run=True)

    assert [step["of"] for step in as_json(report)["copies"]] == ["clock"]
    assert not Essay.objects.exists()


@pytest.mark.parametrize("is_first", [True, False], ids=["in one import", "one after the other"])
def test_what_is_paid_for_in_one_place_is_free_in_none(take_in: Any, is_first: bool) -> None:
    paid = copy(visibility=Visibility.PRIVATE, visibility_reason="export: paid")
    if is_first:
        take_in(post(), paid)
    else:
        take_in(post())
        take_in(paid)
        take_in(post())

    essay = Essay.objects.get()
    assert essay.visibility == Visibility.PRIVATE
    assert "The clock that nobody wanted fixed" in essay.visibility_reason
    assert not Publication.objects.public().exists()


def test_a_renamed_file_stays_as_closed_as_its_copy(take_in: Any) -> None:
    take_in(post(), copy(visibility=Visibility.PRIVATE, visibility_reason="export: paid"))

    report = take_in(post("the-clock-again.md"))

    assert counts(report) == {"unchanged": 1}
    assert Essay.objects.get().source_path == "the-clock-again.md"
    assert Essay.objects.get().visibility == Visibility.PRIVATE


def test_a_paid_copy_that_comes_alone_hides_its_essay_at_once(take_in: Any) -> None:
    take_in(post())

    report = take_in(copy(visibility=Visibility.PRIVATE, visibility_reason="export: paid"))

    essay = Essay.objects.get()
    assert counts(report) == {"hidden": 1, "copies": 1}
    assert (essay.visibility, Chunk.objects.count()) == ("private", 0)
    assert "The clock that nobody wanted fixed" in essay.visibility_reason


def test_a_platforms_list_adds_addresses_by_title_or_address_and_names_what_it_cannot_place(
    take_in: Any,
) -> None:
    listed = Place("HackerNoon", "Seven Minutes  Late", "https://noon.example/late")
    by_url = Place("HackerNoon", "Quite another title", "https://noon.example/other")
    unknown = Place("HackerNoon", "Nobody knows this", "https://noon.example/nobody")

    report = take_in(
        post(),
        Listing("/blog", "stats.csv", listed),
        Listing("/blog", "stats.csv", by_url, elsewhere=(HERE,)),
        Listing("/blog", "stats.csv", unknown),
    )

    assert {url for _, _, url in places()} == {listed.url, by_url.url}
    assert [skip.path for skip in report.skips] == ["stats.csv: Nobody knows this"]
    again = take_in(post(), Listing("/blog", "stats.csv", listed))
    assert counts(again) == {"unchanged": 1, "copies": 1}


def two_alike(take_in: Any) -> tuple[Essay, Essay]:
    take_in(
        post(canonical_url=""),
        post("hub.md", canonical_url="", title="Why our town keeps a broken clock",
             body=f"Editor's pick.\n\n{CLOCK}", dates=Dates()),
        post("bread.md", canonical_url="", title="Bread", body=BREAD),
    )  # fmt: skip
    return Essay.objects.get(slug="clock"), Essay.objects.get(slug="hub")


def test_texts_alike_without_a_word_about_it_are_proposed_and_stay_two(take_in: Any) -> None:
    original, other = two_alike(take_in)

    (found,) = LikelyCopy.objects.all()
    assert (found.essay, found.copy, found.decision) == (original, other, Decision.OPEN)
    assert found.share > 0.9
    assert Essay.objects.count() == 3


def test_what_the_author_called_two_works_is_not_proposed_again(take_in: Any) -> None:
    two_alike(take_in)
    LikelyCopy.objects.update(decision=Decision.APART)

    assert propose_copies(list(Essay.objects.values_list("pk", flat=True))) == 0
    assert LikelyCopy.objects.get().decision == Decision.APART


def test_joined_they_are_one_essay_and_the_old_slug_leads_to_it(take_in: Any) -> None:
    original, other = two_alike(take_in)

    join(original, other)

    assert set(Essay.objects.values_list("slug", flat=True)) == {"clock", "bread"}
    assert not LikelyCopy.objects.exists()
    assert not Chunk.objects.filter(essay__slug="hub").exists()
    place = original.publications.get()
    assert (place.slug, place.title) == ("hub", "Why our town keeps a broken clock")
    found = search("Why did the vote to correct the clock fail?").passages
    assert [one.essay.slug for one in found if "the vote failed" in one.plain] == ["clock"]


@pytest.mark.parametrize("decision", [Decision.OPEN, Decision.APART])
def test_what_was_said_of_a_joined_copy_is_said_of_the_essay(
    take_in: Any, decision: Decision
) -> None:
    original, other = two_alike(take_in)
    third = Essay.objects.create(slug="third", title="Third", body="Another text.")
    LikelyCopy.objects.create(essay=other, copy=third, share=0.6, decision=decision)

    join(original, other)

    (found,) = LikelyCopy.objects.all()
    assert {found.essay, found.copy} == {original, third}
    assert (found.share, found.decision) == (0.6, decision)


def test_what_is_like_an_essay_in_another_place_is_proposed(take_in: Any) -> None:
    take_in(post(body=f"{BREAD} {BREAD}"))
    essay = Essay.objects.get()
    essay.publications.create(title="The clock", url=THERE, body=CLOCK)
    other = Essay.objects.create(slug="hub", title="Hub", body=f"Again: {CLOCK}")

    assert propose_copies([other.pk]) == 1

    found = LikelyCopy.objects.get()
    assert {found.essay, found.copy} == {essay, other}


def test_what_a_joined_copy_was_is_kept_with_the_essay(take_in: Any) -> None:
    original, other = two_alike(take_in)
    other.body += " Later."
    other.save()

    join(original, other)

    assert [one.title for one in original.revisions.all()] == [other.title]


def test_a_hidden_copy_joined_by_hand_hides_the_essay_at_once(take_in: Any) -> None:
    original, other = two_alike(take_in)
    Essay.objects.filter(pk=other.pk).update(visibility="private")
    other.refresh_from_db()

    join(original, other)

    original.refresh_from_db()
    assert original.visibility == Visibility.PRIVATE
    assert other.title in original.visibility_reason
    assert not Chunk.objects.filter(essay=original).exists()


def test_a_text_taken_from_a_hidden_place_is_as_hidden(take_in: Any) -> None:
    take_in(post(), copy(body=f"{CLOCK} For members."))
    Publication.objects.update(visibility="private")

    take_text(Publication.objects.get())

    assert Essay.objects.get().visibility == Visibility.PRIVATE


def test_the_author_may_let_a_copy_be_the_essay_and_go_back(take_in: Any) -> None:
    take_in(post(), copy(body=f"{CLOCK} Corrected."))
    place = Publication.objects.get()

    take_text(place)

    essay = Essay.objects.get()
    assert essay.body.endswith("Corrected.")
    assert Publication.objects.get().body == CLOCK
    # The copy is the essay now: its title and its date are the work's.
    take_in(post(), copy(body=f"{CLOCK} Corrected."))
    report = take_in(post(), copy(body=f"{CLOCK} Corrected."))
    assert counts(report) == {"unchanged": 1, "copies": 1}
    assert Essay.objects.get().title == "The clock that nobody wanted fixed"

    take_text(Publication.objects.get())
    assert Essay.objects.get().body == CLOCK


def test_of_a_place_without_a_text_none_can_be_taken(take_in: Any) -> None:
    take_in(post(), Listing("/blog", "s.csv", Place("Noon", "Seven minutes late", THERE)))

    with pytest.raises(NoText, match="only the address is known"):
        take_text(Publication.objects.get())


def test_a_changed_text_keeps_what_it_was_however_it_was_changed(take_in: Any) -> None:
    take_in(post())
    take_in(post(body=f"{CLOCK} Later."))
    Essay.objects.update(body="By hand.")
    Essay.objects.update(title="Only the title.")

    kept = list(Revision.objects.values_list("body", flat=True))
    assert kept == [f"{CLOCK} Later.", CLOCK]
    assert len(Revision.objects.first().digest) == 64  # type: ignore[union-attr]
