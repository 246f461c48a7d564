"""A live page is compared with what we hold; what it does not say differs from nothing."""

import json
from datetime import date
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.forms.models import model_to_dict
from pytest_httpserver import HTTPServer

from retrieval.corpus.verifying import CANONICAL, Held, Shown, differences
from retrieval.models import Essay, Publication
from retrieval.types import DateOrigin, Visibility

HERE, THERE = "https://own.example/tides", "https://hub.example/tides-again"
HELD = Held("tides", CANONICAL, HERE, "Tides", date(2024, 5, 2), HERE)
COPY = Held("tides", "Hub", THERE, "Tides, again", date(2024, 6, 1), HERE)


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        (HELD, Shown()),
        (HELD, Shown("Tides", HERE, date(2024, 5, 2))),
        (HELD, Shown("  TIDES ", "http://www.own.example/tides/", None)),
        (Held("a", CANONICAL, HERE, 'The "old" quay', None, HERE), Shown("The “old” quay")),
        (Held("a", CANONICAL, HERE, "Tides", None, HERE), Shown("Tides", "", date(2020, 1, 1))),
        (COPY, Shown("Tides, again", HERE, date(2024, 6, 1))),
        (Held("a", "Hub", THERE, "Tides", None, ""), Shown("Tides", THERE)),
    ],
)
def test_a_page_that_says_the_same_or_nothing_does_not_differ(held: Held, shown: Shown) -> None:
    assert list(differences(held, shown, live=held.url)) == []


@pytest.mark.parametrize(
    ("held", "shown", "words"),
    [
        (HELD, Shown("Tides and moons"), "title: it says 'Tides and moons', we hold 'Tides'."),
        (HELD, Shown(canonical=THERE), f"canonical link: it names {THERE}, we hold {HERE}."),
        (COPY, Shown(canonical=THERE), f"canonical link: it names {THERE}, we hold {HERE}."),
        (HELD, Shown(published=date(2024, 5, 3)), "date: it says 2024-05-03, we hold 2024-05-02."),
    ],
)
def test_each_difference_is_said_with_both_sides(held: Held, shown: Shown, words: str) -> None:
    assert list(differences(held, shown, live=held.url)) == [words]


def page(title: str, day: str = "2024-05-02", canonical: str = "") -> str:
    link = f'<link rel="canonical" href="{canonical}">' if canonical else ""
    return (
        f"<html><head>{link}<title>{title} | Quay</title>"
        f'<meta property="article:published_time" content="{day}T09:00:00Z"></head>'
        f"<body><article><h1>{title}</h1><p>The tide keeps no diary.</p></article></body></html>"
    )


def essay(slug: str, url: str, **columns: Any) -> Essay:
    row: Essay = Essay.objects.create(
        slug=slug,
        title=slug.capitalize(),
        body="The tide keeps no diary.",
        visibility=columns.pop("visibility", Visibility.PUBLIC.value),
        published_on=date(2024, 5, 2),
        published_origin=DateOrigin.FRONT_MATTER.value,
        canonical_url=url,
        **columns,
    )
    return row


def run(*arguments: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify_publications", *arguments, stdout=out, stderr=StringIO())
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.mark.real_sockets
@pytest.mark.django_db
class TestCommand:
    @pytest.fixture(autouse=True)
    def _at_home(self, settings: Any) -> None:
        settings.FETCH_ALLOW_PRIVATE = True

    @pytest.fixture
    def site(self, httpserver: HTTPServer) -> HTTPServer:
        """One address of each kind."""
        here = httpserver.url_for
        served = {
            "/tides": page("Tides", canonical=here("/tides")),
            "/new": page("Moved"),
            "/changed": page("Rewritten", "2024-05-09"),
            "/hub/tides": page("Tides, again", canonical=here("/hub/tides")),
        }
        for path, text in served.items():
            httpserver.expect_request(path).respond_with_data(text, content_type="text/html")
        httpserver.expect_request("/moved").respond_with_data("", 301, {"Location": "/new"})
        httpserver.expect_request("/gone").respond_with_data("", 410)
        httpserver.expect_request("/closed").respond_with_data("", 403)
        httpserver.expect_request("/paper").respond_with_data("", content_type="application/pdf")
        for slug in ("tides", "moved", "changed", "gone", "closed", "paper"):
            essay(slug, here(f"/{slug}"))
        tides = Essay.objects.get(slug="tides")
        Publication.objects.create(
            essay=tides, platform="Hub", title="Tides, again", url=here("/hub/tides")
        )
        Publication.objects.create(essay=tides, platform="Own", url=here("/tides"))
        Publication.objects.create(
            essay=tides, platform="Paid", url=here("/paid"), visibility=Visibility.PRIVATE.value
        )
        essay("secret", here("/secret"), visibility=Visibility.DRAFT.value)
        essay("homeless", "")
        return httpserver

    def test_every_public_address_is_asked_once_and_its_state_told(self, site: HTTPServer) -> None:
        code, out = run("--json")

        told = json.loads(out)
        rows = {(row["slug"], row["place"]): row for row in told["addresses"]}
        here = site.url_for
        assert code == 1
        assert {key: row["state"] for key, row in rows.items()} == {
            ("changed", CANONICAL): "differs",
            ("closed", CANONICAL): "refused",
            ("gone", CANONICAL): "gone",
            ("moved", CANONICAL): "moved",
            ("paper", CANONICAL): "refused",
            ("tides", CANONICAL): "ok",
            ("tides", "Hub"): "differs",
        }
        assert told["counts"] == {"ok": 1, "moved": 1, "gone": 1, "differs": 2, "refused": 2}
        assert rows["moved", CANONICAL]["moved_to"] == here("/new")
        assert rows["gone", CANONICAL]["details"] == ["its server said 410."]
        assert rows["changed", CANONICAL]["details"] == [
            "title: it says 'Rewritten', we hold 'Changed'.",
            "date: it says 2024-05-09, we hold 2024-05-02.",
        ]
        assert rows["tides", "Hub"]["details"] == [
            f"canonical link: it names {here('/hub/tides')}, we hold {here('/tides')}."
        ]
        asked = [request.path for request, _ in site.log]
        assert sorted(asked) == sorted(
            ["/tides", "/moved", "/new", "/changed", "/gone", "/closed", "/paper", "/hub/tides"]
        )

    def test_no_row_is_changed(self, site: HTTPServer) -> None:
        before = self.rows()

        run()

        assert self.rows() == before

    def rows(self) -> list[dict[str, Any]]:
        models = (Essay, Publication)
        return [model_to_dict(row) for model in models for row in model._default_manager.all()]

    def test_people_read_what_is_not_as_they_hold_it(self, site: HTTPServer) -> None:
        code, out = run()

        assert code == 1
        assert f"moved: moved: {site.url_for('/moved')}: it leads to {site.url_for('/new')}." in out
        assert out.splitlines()[-1] == "1 ok, 1 moved, 1 gone, 2 differs, 2 refused."

    def test_all_as_we_hold_it_exits_with_0(self, httpserver: HTTPServer) -> None:
        httpserver.expect_request("/tides").respond_with_data(
            page("Tides"), content_type="text/html"
        )
        essay("tides", httpserver.url_for("/tides"))

        assert run() == (0, "1 ok.\n")

    def test_an_archive_without_addresses_is_said_so(self) -> None:
        assert run() == (0, "No public essay names an address.\n")

    def test_a_private_address_is_refused_unless_that_is_switched_on(
        self, settings: Any, httpserver: HTTPServer
    ) -> None:
        settings.FETCH_ALLOW_PRIVATE = False
        essay("tides", httpserver.url_for("/tides"))

        code, out = run()

        assert (code, len(httpserver.log)) == (1, 0)
        assert out.startswith("refused: tides: ")
