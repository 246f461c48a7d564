"""The desk shows what was computed, refuses what would be false, and says why."""

from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ledger.importing import import_ledger
from ledger.models import Concept, Finding, Position
from ledger.tasks import revalidate
from ledger.validation import validate
from retrieval.models import Essay, GraphNode
from retrieval.tasks import seed_graph
from tests.ledger.conftest import LATER, OLD, ledger

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("essays")]
MOST_QUERIES = 12
LIST = "/admin/ledger/position/"


@pytest.fixture(autouse=True)
def _rows(essays: None) -> None:
    import_ledger(ledger({}, LATER))


def break_receipt() -> None:
    Essay.objects.filter(slug="old").update(body="Fares on buses should never be abolished.")


def form(**fields: Any) -> dict[str, Any]:
    """What the desk would send for a new, honest row."""
    concept = Concept.objects.get(slug="fares")
    return {
        "key": "three", "concept": concept.pk, "stance": "Nobody knows.", "essay_slug": "new",
        "dated": "2025-05-03", "basis": "in_text", "change": "refined",
        "receipt": "I now think that nobody can know.",
        "supersedes": Position.objects.get(key="two").pk,
    } | fields  # fmt: skip


@pytest.mark.parametrize(
    ("query", "shown", "hidden"),
    [
        ({}, ("one", "two"), ()),
        ({"o": "5.6.-7"}, ("one", "two"), ()),
        ({"lifecycle": "held"}, ("two",), ("one",)),
        ({"receipt": "fails"}, ("one",), ("two",)),
        ({"receipt": "not found"}, ("one",), ("two",)),
        ({"receipt": "verified"}, ("two",), ("one",)),
        ({"q": "twice"}, ("two",), ("one",)),
    ],
)
def test_the_list_answers_which_receipts_fail_and_which_views_hold(
    admin_client: Client,
    django_assert_max_num_queries: Any,
    query: dict[str, str],
    shown: tuple[str, ...],
    hidden: tuple[str, ...],
) -> None:
    break_receipt()

    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(LIST, query).content.decode()

    for key in shown:
        assert f">{key}</a>" in page
    for key in hidden:
        assert f">{key}</a>" not in page


def test_a_failing_receipt_stands_beside_the_nearest_words(admin_client: Client) -> None:
    break_receipt()
    row = Position.objects.get(key="one")

    page = admin_client.get(f"{LIST}{row.pk}/change/").content.decode()

    assert "<td>fares on town buses should be abolished.</td>" in page
    assert "<td>Fares on buses should never be abolished</td>" in page
    assert "does not stand in the essay" in page
    for computed in ("lifecycle", "label", "verdict"):
        assert f'name="{computed}"' not in page


def test_a_new_row_can_be_added_and_states_no_lifecycle(admin_client: Client) -> None:
    assert admin_client.get(f"{LIST}add/").status_code == 200

    saved = admin_client.post(f"{LIST}add/", form(lifecycle="superseded"))

    assert saved.status_code == 302, saved.content.decode()
    row = Position.objects.with_lifecycle().get(key="three")
    assert (row.lifecycle, row.label) == ("held", "current")


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"receipt": "words that stand nowhere at all"}, "does not stand in the essay"),
        ({"dated": "2025-05-04"}, "the date 2025-05-04 does not stand in"),
        ({"essay_slug": "gone"}, "is not there"),
        ({"change": "reversed", "supersedes": ""}, "needs the row that it changes"),
        ({"basis": "undated"}, "it is undated and has the date"),
    ],
)
def test_a_faulty_row_is_refused_in_words(
    admin_client: Client, fields: dict[str, Any], fault: str
) -> None:
    page = admin_client.post(f"{LIST}add/", form(**fields))

    assert page.status_code == 200
    assert fault.lower() in page.content.decode().lower().replace("&#x27;", "'")
    assert not Position.objects.filter(key="three").exists()


def of_row(stored: str, **fields: Any) -> dict[str, Any]:
    """What the desk would send of a stored row, with some fields changed."""
    row = Position.objects.get(key=stored)
    return form(
        key=row.key, stance=row.stance, essay_slug=row.essay_slug, dated=str(row.dated),
        basis=row.basis, change=row.change, supersedes=row.supersedes_id or "",
        receipt=row.receipt,
    ) | fields  # fmt: skip


def test_an_edit_that_breaks_another_row_is_refused_and_names_it(admin_client: Client) -> None:
    row = Position.objects.get(key="one")
    moved = {"essay_slug": "new", "dated": "2025-05-03", "basis": "in_text",
             "receipt": "I now think that nobody can know."}  # fmt: skip

    page = admin_client.post(f"{LIST}{row.pk}/change/", of_row("one", **moved)).content.decode()

    assert "This would break &#x27;two&#x27;: it supersedes &#x27;one&#x27;, which is later" in page
    assert Position.objects.get(key="one").dated == date(2020, 1, 5)


def test_a_row_may_take_another_id_and_those_that_name_it_follow(admin_client: Client) -> None:
    row = Position.objects.get(key="one")

    saved = admin_client.post(f"{LIST}{row.pk}/change/", of_row("one", key="fares-2020"))

    assert saved.status_code == 302, saved.content.decode()
    assert Position.objects.get(key="two").supersedes_id == row.pk
    assert validate().is_clean


def test_a_row_with_two_faults_is_listed_by_what_its_receipt_lacks(admin_client: Client) -> None:
    Essay.objects.filter(slug="old").update(
        body="Fares on town buses should be abolished. A tram is not a bus.",
        published_on=date(2021, 1, 1),
    )
    Essay.objects.filter(slug="new").update(published_on=date(2024, 5, 27))

    def listed(**query: str) -> set[str]:
        page = admin_client.get(LIST, query).content.decode()
        return {key for key in ("one", "two") if f">{key}</a>" in page}

    assert listed(receipt="not found") == {"one"}
    assert listed(receipt="fails") == {"one"}
    assert listed(receipt="verified") == {"two"}
    assert listed(faults="any") == {"one", "two"}
    assert listed(faults="none") == set()


def test_a_row_whose_essay_is_gone_is_not_listed_as_verified(admin_client: Client) -> None:
    Essay.objects.filter(slug="old").delete()

    page = admin_client.get(LIST, {"receipt": "cannot be checked"}).content.decode()

    assert ">one</a>" in page


def test_a_page_of_one_row_reads_no_other_essay_for_a_lost_receipt(
    admin_client: Client,
) -> None:
    break_receipt()
    Essay.objects.filter(slug="timeless").update(body=OLD)
    row = Position.objects.get(key="one")

    with CaptureQueriesContext(connection) as queries:
        admin_client.get(f"{LIST}{row.pk}/change/")
        admin_client.get(LIST)

    essays = [q["sql"] for q in queries if '"retrieval_essay"."body"' in q["sql"]]
    assert essays
    assert all("WHERE" in sql for sql in essays)


def test_an_old_fault_does_not_bar_a_mend_of_something_else(admin_client: Client) -> None:
    break_receipt()
    row = Position.objects.get(key="one")
    fields = form(key="one", stance="Clearer.", essay_slug="old", dated="2020-01-05",
                  basis="published", change="", supersedes="", receipt=row.receipt)  # fmt: skip

    saved = admin_client.post(f"{LIST}{row.pk}/change/", fields)

    assert saved.status_code == 302, saved.content.decode()
    assert Position.objects.get(key="one").stance == "Clearer."


def test_an_edit_at_the_desk_reaches_the_graph_after_the_commit(
    admin_client: Client,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(seed_graph, "delay", seed_graph)
    concept = Concept.objects.get(slug="fares")
    named = {"slug": "fares", "name": "Fares", "aliases": "tickets"}

    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post(f"/admin/ledger/concept/{concept.pk}/change/", named)
        admin_client.post(f"{LIST}add/", form())
    assert GraphNode.objects.get(kind="concept").names == ["Fares", "tickets"]
    assert GraphNode.objects.filter(kind="position", key="three").exists()

    row = Position.objects.get(key="three")
    with django_capture_on_commit_callbacks(execute=True):
        admin_client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"})
    assert not GraphNode.objects.filter(key="three").exists()


def test_a_row_that_another_supersedes_is_not_deleted_and_the_desk_says_why(
    admin_client: Client,
) -> None:
    row = Position.objects.get(key="one")

    page = admin_client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"}).content.decode()

    assert "protected" in page
    assert Position.objects.filter(key="one").exists()


def test_the_last_row_of_a_story_can_be_deleted_with_its_findings(admin_client: Client) -> None:
    Essay.objects.filter(slug="new").update(published_on=date(2024, 5, 27))
    revalidate()
    row = Position.objects.get(key="two")
    assert row.findings.exists()

    admin_client.post(f"{LIST}{row.pk}/delete/", {"post": "yes"})

    assert not Position.objects.filter(key="two").exists()
    assert not Finding.objects.exists()


def test_the_nights_findings_and_the_concepts_can_be_read(admin_client: Client) -> None:
    break_receipt()
    revalidate()

    findings = admin_client.get("/admin/ledger/finding/").content.decode()
    concepts = admin_client.get("/admin/ledger/concept/").content.decode()

    assert "does not stand in the essay" in findings
    assert "bus fares" in concepts
