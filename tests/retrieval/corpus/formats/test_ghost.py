"""Ghost's export: as private as the blog kept it, dated where its author lives."""

import json
from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from retrieval.corpus.documents import Dates, Refusal, Skip, SourceDocument, SourceFile, Stamp
from retrieval.corpus.formats import Read, Reading
from retrieval.corpus.formats.ghost import GHOST, read_ghost
from retrieval.corpus.sources import Source
from retrieval.types import DateOrigin, DocType, Visibility
from tests.retrieval.corpus.conftest import NOW

HOW = Reading(now=NOW)
BLOG = {"settings": [{"key": "title", "value": "Keel Notes"}]}
PEOPLE = {
    "users": [
        {"id": "u1", "name": "Ann Quill", "slug": "ann", "email": "ann@mail.example"},
        {"id": "u2", "name": "Bob Guest", "slug": "bob", "email": "bob@mail.example"},
    ],
    "members": [{"email": "reader@mail.example"}],
}


def post(**fields: Any) -> dict[str, Any]:
    return {
        "id": "1", "uuid": "u-1", "title": "Keels", "slug": "keels", "html": "<p>Oak.</p>",
        "lexical": None, "mobiledoc": None, "status": "published", "visibility": "public",
        "type": "post", "published_at": "2021-09-01T23:30:00.000Z",
    } | fields  # fmt: skip


def exported(*posts: dict[str, Any], **tables: Any) -> bytes:
    data = BLOG | {"posts": list(posts)} | tables
    return json.dumps({"db": [{"meta": {"exported_on": 1}, "data": data}]}).encode()


def all_of(*posts: dict[str, Any], how: Reading = HOW, **tables: Any) -> list[Read]:
    return list(read_ghost(SourceFile("/exports", "keel.json", exported(*posts, **tables)), how))


def read(*posts: dict[str, Any], **options: Any) -> SourceDocument:
    (document,) = all_of(*posts, **options)
    assert isinstance(document, SourceDocument), document
    return document


def test_a_whole_post_is_read_as_its_readers_got_it() -> None:
    document = read(
        post(
            custom_excerpt="On oak.",
            canonical_url="https://keel.example/keels/",
            updated_at="2022-01-02T10:00:00.000Z",
        ),
        settings=[*BLOG["settings"], {"key": "timezone", "value": "Europe/Berlin"}],
        tags=[
            {"id": "t1", "name": "Boats"},
            {"id": "t2", "name": "#internal"},
            {"id": "t3", "name": "Oak"},
        ],
        posts_tags=[
            {"post_id": "1", "tag_id": "t3", "sort_order": 1},
            {"post_id": "1", "tag_id": "t2", "sort_order": 2},
            {"post_id": "1", "tag_id": "t1", "sort_order": 0},
        ],
        posts_authors=[{"post_id": "1", "author_id": "u1"}],
        **PEOPLE,
    )

    berlin = ZoneInfo("Europe/Berlin")
    assert document == SourceDocument(
        root="ghost:Keel-Notes",
        path="post-u-1",
        slug_wish="keels",
        folder="Keel-Notes",
        title="Keels",
        body="Oak.",
        # In Berlin it was the next day.
        dates=Dates(
            Stamp(date(2021, 9, 2), datetime(2021, 9, 2, 1, 30, tzinfo=berlin)),
            DateOrigin.EXPORT,
            Stamp(date(2022, 1, 2), datetime(2022, 1, 2, 11, tzinfo=berlin)),
            DateOrigin.EXPORT,
        ),
        visibility=Visibility.PUBLIC,
        description="On oak.",
        authors=("Ann Quill",),
        tags=("Boats", "Oak"),
        canonical_url="https://keel.example/keels/",
        file="keel.json",
        source_format="ghost",
        platform="Ghost",
    )
    assert "mail.example" not in repr(document)


@pytest.mark.parametrize(
    ("fields", "visibility", "reason"),
    [
        ({"status": "draft"}, Visibility.DRAFT, "export: status: draft"),
        ({"status": "scheduled"}, Visibility.PRIVATE, "export: status: scheduled"),
        ({"status": "sent"}, Visibility.PRIVATE, "export: status: sent"),
        ({"status": "odd"}, Visibility.PRIVATE, "export: status: odd"),
        ({"status": None}, Visibility.PRIVATE, "export: status: none"),
        ({"visibility": "members"}, Visibility.PRIVATE, "export: visibility: members"),
        ({"visibility": "paid"}, Visibility.PRIVATE, "export: visibility: paid"),
        ({"visibility": "tiers"}, Visibility.PRIVATE, "export: visibility: tiers"),
        ({"visibility": "label:vip"}, Visibility.PRIVATE, "export: visibility: label:vip"),
        ({"visibility": None}, Visibility.PRIVATE, "export: visibility: none"),
        (
            {"published_at": "2031-01-01T00:00:00Z"},
            Visibility.PRIVATE,
            "date: scheduled for 2031-01-01 (published_at)",
        ),
    ],
)
def test_nothing_is_more_open_than_the_blog_kept_it(
    fields: dict[str, Any], visibility: Visibility, reason: str
) -> None:
    document = read(post(**fields))

    assert (document.visibility, document.visibility_reason) == (visibility, reason)


def test_what_only_went_out_by_mail_is_private() -> None:
    document = read(post(), posts_meta=[{"post_id": "1", "email_only": 1}])

    assert document.visibility_reason == "export: email_only"


def test_old_exports_are_read_too() -> None:
    old = post(page=1, published_at=1388318111000, author_id="u1")
    del old["type"], old["visibility"]

    document = read(old, **PEOPLE)

    assert document.doc_type is DocType.PAGE
    assert document.visibility is Visibility.PUBLIC
    assert document.authors == ("Ann Quill",)
    assert document.dates.published == Stamp(
        date(2013, 12, 29), datetime(2013, 12, 29, 11, 55, 11, tzinfo=UTC)
    )


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2021-09-01 06:00:00", "2021-09-01"),
        ("2021-09-01", "2021-09-01"),
        ("soon", None),
        (None, None),
        (10**30, None),
    ],
)
def test_a_date_is_as_the_export_writes_it_or_unknown(written: object, day: str | None) -> None:
    document = read(post(published_at=written, created_at="2020-01-01T00:00:00Z"))

    stamp = document.dates.published
    assert (stamp.day.isoformat() if stamp else None) == day
    assert bool(document.warnings) is (day is None)


def test_a_zone_that_nobody_knows_is_told() -> None:
    document = read(post(), settings=[{"key": "timezone", "value": "../Moon"}])

    assert "Moon" in document.warnings[0]


def test_what_another_author_wrote_is_private() -> None:
    by_both = [{"post_id": "1", "author_id": "u1"}, {"post_id": "2", "author_id": "u2"}]
    posts = (post(), post(id="2", uuid="u-2"))

    first, second = all_of(
        *posts, how=Reading(now=NOW, author="Ann Quill"), posts_authors=by_both, **PEOPLE
    )

    assert isinstance(first, SourceDocument)
    assert isinstance(second, SourceDocument)
    assert first.visibility is Visibility.PUBLIC
    assert second.visibility_reason == "export: by Bob Guest"


def test_what_is_said_of_the_picture_above_a_post_stands_above_its_text() -> None:
    picture = {"feature_image": "__GHOST_URL__/keel.jpg", "feature_image_caption": "By <i>Ann</i>"}
    meta = {"post_id": "1", "feature_image_alt": 'A "keel" on trestles'}

    body = read(post(**picture), posts_meta=[meta]).body

    assert body.index('A "keel" on trestles') < body.index("By *Ann*") < body.index("Oak.")
    assert "(/keel.jpg" in body
    assert read(post(feature_image="/keel.jpg")).body == "Oak."


def test_a_picture_alone_is_no_essay() -> None:
    (found,) = all_of(post(html="", feature_image="/a.jpg", feature_image_caption="A keel"))

    assert isinstance(found, Refusal)


def test_a_post_without_text_is_refused_and_the_others_stand() -> None:
    lexical = json.dumps({"root": {"children": [{"type": "image", "src": "a.jpg"}]}})

    empty, damaged, whole = all_of(
        post(html=None, lexical=lexical),
        post(id="2", uuid="u-2", html="", lexical="{"),
        post(id="3", uuid="u-3"),
    )

    assert isinstance(empty, Refusal)
    assert isinstance(damaged, Refusal)
    assert isinstance(whole, SourceDocument)


@pytest.mark.parametrize("end", ["<!--kg-gated-block:end--><p>End.</p>", ""])
def test_what_a_public_post_shows_to_members_alone_is_left_out_and_told(end: str) -> None:
    gate = '<!--kg-gated-block:begin nonMember:{} memberSegment:"status:free" -->{}'
    shown = gate.format("true", "<p>Join.</p><!--kg-gated-block:end-->")

    document = read(post(html=f"<p>Oak.</p>{shown}{gate.format('false', '<p>Gold.</p>')}{end}"))

    assert document.body == "Oak.\n\nJoin." + ("\n\nEnd." if end else "")
    assert "members alone" in document.warnings[0]


def test_a_damaged_newer_text_leaves_the_older_one_with_a_warning() -> None:
    mobiledoc = {"sections": [[1, "p", [[0, [], 0, "Old."]]]]}

    document = read(post(html=None, lexical="{", mobiledoc=json.dumps(mobiledoc)))

    assert document.body == "Old."
    assert "mobiledoc" in document.warnings[0]


def test_other_json_is_no_export_and_a_cut_one_is_refused() -> None:
    def taken(data: bytes) -> bool:
        return bool(GHOST.takes(source := Source.of("/e", "a.json", data), source.names))

    def first(data: bytes) -> Read:
        return next(iter(read_ghost(SourceFile("/e", "a.json", data), Reading(now=NOW))))

    assert taken(exported(post()))
    assert taken(b'{"meta": {"exported_on": 1}, "data": {}}')
    assert not taken(b'{"name": "x", "version": "1"}')
    assert isinstance(first(b'{"data": {"users": []}}'), Skip)
    assert isinstance(first(b'{"data": '), Refusal)
