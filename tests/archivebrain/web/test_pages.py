"""Search, essay, glossary and health pages: what readers may see, and nothing else."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client

from archivebrain.middleware import POLICY
from gaps.retention import KEPT_DAYS
from retrieval.models import Essay, GlossaryTerm

WITHHELD = ("the-list-of-unfinished-repairs", "should-a-town-own-its-bakery")


def test_under_a_foreign_name_the_way_out_is_told(client: Client) -> None:
    page = client.get("/", headers={"Host": "elsewhere.example"})

    assert page.status_code == 400
    assert "ALLOWED_HOSTS" in page.content.decode()
    assert "elsewhere" not in page.content.decode()


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
class TestWithTheSampleArchive:
    """Pages over real writing."""

    def test_search_finds_an_essay_by_a_whole_sentence(self, client: Client) -> None:
        page = client.get("/search/", {"q": "Should an electric bike count as a moped?"})

        assert '<h2><a href="/essays/ebikes-are-cheating/">' in page.content.decode()

    def test_search_survives_marks_and_stop_words(self, client: Client) -> None:
        for query in ("???", "to be or not to be", '"', "C++ & .NET -", "the"):
            assert client.get("/search/", {"q": query}).status_code == 200, query

    def test_a_search_over_the_limit_is_a_422_with_a_sentence(self, client: Client) -> None:
        response = client.get("/search/", {"q": "x" * 2001})

        assert response.status_code == 422
        assert "2,001 characters" in response.content.decode()

    def test_an_essay_page_shows_its_date_body_and_other_title(self, client: Client) -> None:
        page = client.get("/essays/what-a-library-is-for/").content.decode()

        assert "31 January 2021" in page
        assert "The Last Room That Asks for Nothing" in page
        assert "<h2 id=" in page

    def test_essays_that_are_not_public_are_missing_like_any_other_page(
        self, client: Client
    ) -> None:
        stored = set(Essay.objects.filter(slug__in=WITHHELD).values_list("slug", flat=True))
        assert stored == set(WITHHELD), "The control: both are in the archive."

        replies = [client.get(f"/essays/{slug}/") for slug in (*WITHHELD, "never-written")]

        assert {reply.status_code for reply in replies} == {404}
        assert len({reply.content for reply in replies}) == 1

    def test_no_page_names_a_withheld_essay(self, client: Client) -> None:
        withheld = Essay.objects.filter(slug__in=WITHHELD)
        titles = withheld.values_list("title", flat=True)
        bodies = "".join(withheld.values_list("body", flat=True))
        assert "61 to 9" in bodies, "The control: the words are there."
        assert "orrery" in bodies
        asked = client.post("/", {"question": "What is the Marrowby clock in the workshop?"})
        pages = [client.get(path) for path in ("/", "/essays/", "/glossary/")]
        pages += [client.get("/search/", {"q": "Marrowby clock bakery co-operative vote"}), asked]

        for page in pages:
            text = page.content.decode()
            assert not any(title in text for title in titles)
            assert "61 to 9" not in text
            assert "orrery" not in text

    def test_a_glossary_term_links_the_essays_that_use_it(self, client: Client) -> None:
        page = client.get("/glossary/repair log/").content.decode()

        assert "/essays/maintenance-is-a-kind-of-writing/" in page

    def test_hiding_an_essay_hides_it_from_every_page_with_the_edit(self, client: Client) -> None:
        Essay.objects.filter(slug="bread-is-a-clock").update(visibility="private")

        found = client.get("/search/", {"q": "sourdough kitchen temperature"}).content.decode()

        assert client.get("/essays/bread-is-a-clock/").status_code == 404
        assert "bread-is-a-clock" not in found
        assert "Bread Is a Clock" not in client.get("/essays/").content.decode()


@pytest.mark.django_db
def test_an_empty_archive_says_so_and_how_to_fill_it(client: Client) -> None:
    Essay.objects.all().delete()

    assert "import_essays" in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_unicode_slug_is_an_address(client: Client) -> None:
    Essay.objects.create(slug="は-particle-wa", title="は", body="A note.", visibility="public")

    assert client.get("/essays/は-particle-wa/").status_code == 200


@pytest.mark.django_db
def test_a_term_may_hold_a_slash(client: Client) -> None:
    GlossaryTerm.objects.create(term="TCP/IP", definition="Two protocols.")

    assert "/glossary/TCP/IP/" in client.get("/glossary/").content.decode()
    assert "Two protocols." in client.get("/glossary/TCP/IP/").content.decode()


def test_alive_asks_nothing_of_the_stores(client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


@pytest.mark.django_db
def test_without_redis_readers_are_still_served_and_ready_says_so(
    client: Client, settings: Any
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"

    reply = client.get("/readyz")

    assert (reply.status_code, reply.json()["redis"]) == (200, "down")


@pytest.mark.django_db
def test_without_its_tables_a_brain_is_not_ready(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE retrieval_essay RENAME TO elsewhere")

    reply = client.get("/readyz")

    assert (reply.status_code, reply.json()["database"]) == (503, "down")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/search/", "/essays/", "/glossary/", "/no-such-page", "/healthz"]
)
def test_every_answer_forbids_scripts_from_elsewhere_and_inline(client: Client, path: str) -> None:
    assert client.get(path).headers["Content-Security-Policy"] == POLICY


@pytest.mark.django_db
def test_ready_says_which_store_answers(client: Client) -> None:
    assert client.get("/readyz").json() == {"status": "ok", "database": "ok", "redis": "ok"}


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/essays/%00/", "/essays/a%00b/", "/glossary/%00/"])
def test_an_address_with_a_nul_is_missing_like_any_other_page(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/stream/", "/trust/"])
def test_a_reader_is_told_how_long_an_unanswered_question_is_kept(
    client: Client, path: str
) -> None:
    assert f"for {KEPT_DAYS} days" in client.get(path).content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/stream/", "/verify/", "/keys/"])
@pytest.mark.parametrize("charset", ["utf-16", "rot13", "hex", "no-such"])
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded"])
def test_a_charset_that_a_header_claims_breaks_no_form(
    client: Client, path: str, charset: str, kind: str
) -> None:
    response = client.generic(
        "POST", path, b"question=%20&quote=%20&email=%20", f"{kind}; charset={charset}"
    )

    assert response.status_code == 422


@pytest.mark.django_db
def test_a_term_has_its_page_under_its_other_names_too(client: Client) -> None:
    GlossaryTerm.objects.create(term="Repair log", aliases=["Mending book"], definition="Notes.")

    assert "Notes." in client.get("/glossary/mending book/").content.decode()
    assert client.get("/glossary/book/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["", " ", "\u200b"])
def test_a_search_for_nothing_is_a_422_as_in_the_api(client: Client, query: str) -> None:
    for address in ("/search/", "/api/v1/search"):
        assert client.get(address, {"q": query}).status_code == 422


@pytest.mark.django_db
def test_of_two_terms_that_differ_in_case_each_has_its_page(client: Client) -> None:
    for term in ("slack", "Slack"):
        GlossaryTerm.objects.create(term=term, definition=f"What {term} means.")

    for term in ("slack", "Slack"):
        assert f"What {term} means." in client.get(f"/glossary/{term}/").content.decode()
    assert client.get("/glossary/SLACK/").status_code == 200


def write(slug: str, body: str, visibility: str = "public") -> Essay:
    essay: Essay = Essay.objects.create(slug=slug, title=slug, body=body, visibility=visibility)
    return essay


@pytest.mark.django_db
def test_a_link_between_two_texts_leads_there_and_one_to_nowhere_is_words_alone(
    client: Client,
) -> None:
    write("quay", "Stones.")
    write("hidden", "Secret.", "draft")
    write("rope", "[q](../posts/quay.md#old) [h](/hidden/) [o](https://other.example/quay)")

    page = client.get("/essays/rope/").content.decode()

    assert '<a href="/essays/quay/#old" rel="noopener nofollow">q</a> h <a href="https' in page


@pytest.mark.django_db
def test_the_old_slug_of_a_copy_leads_to_the_essay_that_it_joined(client: Client) -> None:
    write("quay", "Stones.").publications.create(platform="Hub", title="A", slug="the-quay")

    reply = client.get("/essays/the-quay/")

    assert (reply.status_code, reply["Location"]) == (301, "/essays/quay/")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/stream/", "/search/", "/verify/"])
def test_no_box_cuts_silently_what_is_pasted_into_it(client: Client, path: str) -> None:
    assert "maxlength" not in client.get(path).content.decode()
