"""The search page: grouped by essay, narrowed, marked, and kind to who is still typing."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from archivebrain.web.findings import MOST_OF_ONE_ESSAY
from archivebrain.web.searching import goes_on
from retrieval.models import Essay, RetrievalTrace

TYPING = {"HX-Request": "true", "HX-Trigger": "q"}
SENT = {"HX-Request": "true", "HX-Trigger": "search-form"}


def write(slug: str, published: date | None, **columns: Any) -> None:
    origin = "front_matter" if published else "unknown"
    fields = {"title": slug.title(), "body": "Rope.", "visibility": "public", **columns}
    Essay.objects.create(slug=slug, published_on=published, published_origin=origin, **fields)


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
class TestWithTheSampleArchive:
    """Over real writing."""

    def test_an_essay_stands_once_with_its_passages_below_it(self, client: Client) -> None:
        page = client.get("/search/", {"q": "sourdough and temperature"}).content.decode()

        essays = page.split('<ol class="found">')[1].split("<h2>")[1:]
        assert page.count('<h2><a href="/essays/bread-is-a-clock/">') == 1
        assert 2 <= essays[0].count("data-result") <= MOST_OF_ONE_ESSAY
        assert len(essays) > 3

    def test_the_words_that_were_asked_for_are_marked_in_any_form(self, client: Client) -> None:
        page = client.get("/search/", {"q": "repairing a toaster"}).content.decode()

        marked = {word.lower() for word in re.findall(r"<mark>([^<]*)</mark>", page)}
        assert {"repair", "toaster"} <= marked

    def test_what_no_passage_says_in_these_words_is_said_to_be_near_in_meaning_alone(
        self, client: Client
    ) -> None:
        said = "found by meaning alone"

        assert said in client.get("/search/", {"q": "velocipede"}).content.decode()
        assert said not in client.get("/search/", {"q": "bicycle"}).content.decode()

    def test_a_table_that_was_found_is_drawn_as_one(self, client: Client) -> None:
        page = client.get("/search/", {"q": "score of parts and manual"}).content.decode()

        assert re.search(r"<tr>\s*<td><mark>Manual</mark>\s*</td><td>None\s*</td>", page)
        assert "Manual</mark> |" not in page

    @pytest.mark.usefixtures("sample_ledger")
    def test_words_of_a_view_that_was_given_up_say_so(self, client: Client) -> None:
        page = client.get("/search/", {"q": "an electric bicycle is a moped"}).content.decode()

        (_, cheating, *_), wrong = page.split("<h2>")[:3], page
        assert "no longer held" in cheating
        assert "no longer held" not in wrong.split("ebikes-i-was-wrong")[1].split("</ul>")[0]

    def test_a_year_and_a_kind_narrow_what_is_found(self, client: Client) -> None:
        everything = client.get("/search/", {"q": "bicycle"}).content.decode()
        of_2018 = client.get("/search/", {"q": "bicycle", "year": "2018"}).content.decode()
        notes = client.get("/search/", {"q": "bicycle", "type": "note"}).content.decode()

        assert len(set(dated(everything))) > 1
        assert {day[:4] for day in dated(of_2018)} == {"2018"}
        assert set(re.findall(r"</time><span>([^<]+)</span>", notes)) == {"note"}
        assert '<option value="2018" selected>' in of_2018

    def test_what_is_typed_is_found_and_leaves_no_trace_but_what_is_sent_does(
        self, client: Client
    ) -> None:
        typed = client.get("/search/", {"q": "why are timet"}, headers=TYPING)
        assert "data-result" in typed.content.decode()
        assert not RetrievalTrace.objects.exists()

        client.get("/search/", {"q": "why are timetables promises"}, headers=SENT)
        assert RetrievalTrace.objects.count() == 1

    def test_marks_of_html_in_a_query_and_in_a_text_stay_text(self, client: Client) -> None:
        Essay.objects.filter(slug="bread-is-a-clock").update(title="<b>Bread</b> & a clock")

        page = client.get("/search/", {"q": "<script>bread</script>"}).content.decode()

        assert "<script>bread" not in page
        assert "&lt;<mark>" in page or "&lt;b&gt;<mark>Bread</mark>&lt;/b&gt; &amp; a" in page

    def test_where_a_filter_leaves_nothing_the_whole_writing_is_one_step_away(
        self, client: Client
    ) -> None:
        page = client.get("/search/", {"q": "bread", "year": "1850"}).content.decode()

        assert "the essays of 1850" in page
        assert '<a href="/search/?q=bread">' in page
        assert '<option value="1850" selected>1850 (0)</option>' in page


def dated(page: str) -> list[str]:
    return re.findall(r'<time datetime="([^"]+)">', page.split("id=results")[-1])


@pytest.mark.django_db
def test_filters_offer_what_public_essays_have_and_count_no_other(client: Client) -> None:
    write("old", date(2018, 3, 1))
    write("new", date(2021, 3, 1), doc_type="note")
    write("undated", None)
    write("secret", date(2019, 3, 1), doc_type="tutorial", visibility="draft")
    write("also-secret", date(2018, 3, 1), visibility="unlisted")

    page = client.get("/search/").content.decode()

    assert re.findall(r"<option[^>]*>([^<]+)<", page) == [
        *("any", "2021 (1)", "2018 (1)"),
        *("any", "Essay (2)", "Note (1)"),
    ]


@pytest.mark.django_db
def test_languages_are_offered_where_there_are_several_public_ones(client: Client) -> None:
    write("one", None)
    write("hidden", None, language="fr", visibility="draft")
    alone = client.get("/search/").content.decode()
    write("two", None, language="de-AT")
    write("three", None, language="de")
    write("four", None, language="tlh")

    page = client.get("/search/", {"q": "nothing", "language": "de", "year": "1850"})

    assert 'name="language"' not in alone
    languages = page.content.decode().split('name="language"')[1].split("</select>")[0]
    assert re.findall(r"<option[^>]*>([^<]+)<", languages) == [
        *("any", "Deutsch (2)", "English (1)", "tlh (1)")
    ]
    assert "in the essays of 1850 in Deutsch matches that." in page.content.decode()
    assert 'value="de" lang="de" selected' in languages


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"year": "soon"}, "up to four digits"),
        ({"year": "0"}, "up to four digits"),
        ({"year": "20218"}, "up to four digits"),
        ({"year": "²"}, "up to four digits"),
        ({"type": "novel"}, "No kind of writing"),
        ({"language": "d%"}, "No language"),
    ],
)
def test_a_filter_that_cannot_be_is_a_422_that_keeps_the_words(
    client: Client, given: dict[str, str], told: str
) -> None:
    reply = client.get("/search/", {"q": "bread", **given})

    assert reply.status_code == 422
    assert told in reply.content.decode()
    assert 'value="bread"' in reply.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["", " ", "a", " a "])
def test_too_little_to_look_for_clears_what_stood_there_and_costs_nothing(
    client: Client, typed: str
) -> None:
    reply = client.get("/search/", {"q": typed}, headers=TYPING)

    assert (reply.status_code, reply.content.decode().strip()) == (200, "")
    assert "RateLimit" not in reply.headers


@pytest.mark.django_db
def test_who_types_spends_nothing_of_what_their_questions_cost(
    client: Client, settings: Any, reader: Any
) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE = 10
    number = int(reader.identity[:8], 16)
    client = Client(REMOTE_ADDR=f"2001:db8:{number >> 16:x}:{number & 0xFFFF:x}::1")
    typed = [client.get("/search/", {"q": "bread"}, headers=TYPING) for _ in range(11)]

    assert [reply.status_code for reply in typed] == [200] * 10 + [429]
    assert "Press Enter to search." in typed[-1].content.decode()
    assert client.get("/search/", {"q": "bread"}, headers=SENT).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("current", "header", "value"),
    [
        ("/search/", "HX-Replace-Url", "/search/?q=bread"),
        ("/search/?q=bre", "HX-Replace-Url", "/search/?q=bread"),
        ("/search/?q=rope", "HX-Push-Url", "/search/?q=bread"),
        ("/search/?q=bread&year=2020", "HX-Push-Url", "/search/?q=bread"),
        ("/search/?q=bread", "HX-Push-Url", "false"),
    ],
)
def test_going_back_leads_to_another_search_and_not_to_half_a_word(
    client: Client, current: str, header: str, value: str
) -> None:
    headers = {**TYPING, "HX-Current-URL": f"http://testserver{current}"}

    reply = client.get("/search/", {"q": "bread", "year": "", "type": ""}, headers=headers)

    assert reply.headers[header] == value


def test_one_search_goes_on_from_another_only_at_the_end_of_its_words() -> None:
    assert goes_on("/search/?q=bread+and", "/search/?q=bread")
    assert not goes_on("/search/?q=bread", "/search/")
    assert not goes_on("/search/?q=bread", "/search/?q=a+bread")
