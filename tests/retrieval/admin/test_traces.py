"""The desk's picture of one search, and of all of them day by day."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from retrieval.models import Chunk, Essay, RetrievalTrace

pytestmark = pytest.mark.django_db

OVER_TIME = "/admin/retrieval/retrievaltrace/over-time/"
STAGES = [
    {"name": "embed", "at": 0.0, "ms": 20.0},
    {"name": "draft", "at": 20.0, "ms": 60.0},
    {"name": "check", "at": 80.0, "ms": 0.0},
]


def trace(**columns: Any) -> RetrievalTrace:
    made = {
        "made_at": timezone.now(), "question_hash": "0" * 64, "surface": "page",
        "outcome": "answered", "total_ms": 80.0, "stages": STAGES, "passages": [],
        "versions": {"index": "abc"}, **columns,
    }  # fmt: skip
    return RetrievalTrace.objects.create(**made)


def passage(chunk: str, **columns: Any) -> dict[str, object]:
    lanes = {"vector": 2, "keyword": None}
    return {"chunk": chunk, "base": 0.02, "boost": 0.97, "lanes": lanes, **columns}


def chunk(at: int, **columns: Any) -> Chunk:
    essay = Essay.objects.create(slug=f"e{at}", title=f"Essay {at}", body="Rope.", **columns)
    return Chunk.objects.create(
        key=f"{at:032}", essay=essay, ordinal=0, text="Rope.", plain="Rope.",
        heading_path=["Knots"], content_hash="0" * 64, token_count=2,
    )  # fmt: skip


def opened(client: Client, address: str) -> str:
    reply = client.get(address)
    assert reply.status_code == 200
    return reply.content.decode()


def address_of(one: RetrievalTrace) -> str:
    return f"/admin/retrieval/retrievaltrace/{one.pk}/change/"


def test_a_search_is_drawn_stage_after_stage(admin_client: Client) -> None:
    page = opened(admin_client, address_of(trace()))

    bars = re.findall(r'class="bar-strong" x="([\d.]+)" width="([\d.]+)"', page)
    assert [(float(x), float(width)) for x, width in bars] == [
        (0.0, 25.0),
        (25.0, 75.0),
        # What took no time is still to be seen, inside the picture.
        (99.4, 0.6),
    ]


def test_a_search_shows_each_passage_with_its_scores_ranks_and_bucket(
    admin_client: Client,
) -> None:
    found = passage(chunk(1).key, bucket="historical")
    unlike = passage(chunk(3).key, base=0.0)
    receipt = passage(chunk(2).key, base=0.0, lanes={}, bucket="current")

    page = opened(
        admin_client, address_of(trace(passages=[receipt, found, unlike, passage("gone")]))
    )

    assert "a receipt" not in page.split("Essay 3")[1].split("</tr>")[0]
    assert "a receipt" in page.split("Essay 2")[1].split("</tr>")[0]
    row = page.split("Essay 1")[1].split("</tr>")[0]
    assert "Knots" in row
    assert "0.0200 × 0.97" in row
    assert re.findall(r'"figures">([^<]+)</td>', row)[1:] == ["2", "–"]
    assert "<strong>historical</strong>" in row
    assert "no longer in the index" in page


def test_a_search_opens_in_as_many_queries_whatever_it_found(
    admin_client: Client, django_assert_num_queries: Any
) -> None:
    one = trace(passages=[passage(chunk(at).key) for at in range(12)])

    # Who is asking takes two.
    with django_assert_num_queries(4):
        opened(admin_client, address_of(one))


def test_days_are_added_up_by_surface_and_by_stage_in_a_fixed_number_of_queries(
    admin_client: Client, django_assert_num_queries: Any
) -> None:
    for took in range(1, 101):
        trace(total_ms=float(took), outcome="declined" if took <= 10 else "answered")
    trace(surface="api", outcome="searched", total_ms=7.0, degraded=["redis"], stages=STAGES[:1])
    trace(made_at=timezone.now() - timedelta(days=60), surface="mcp")

    with django_assert_num_queries(5):
        page = opened(admin_client, OVER_TIME)

    assert figures(page, "by-surface") == {
        "page": ["100", "50.5", "95.1", "10 % of 100", "0 %"],
        "api": ["1", "7.0", "7.0", "–", "100 %"],
    }
    assert figures(page, "by-stage")["embed"] == ["101", "20.0", "20.0"]
    assert list(figures(page, "by-stage")) == ["embed", "draft", "check"], "As they follow."
    assert "mcp" in figures(opened(admin_client, f"{OVER_TIME}?days=90"), "by-surface")


def test_a_report_can_be_of_one_surface_and_one_stage(admin_client: Client) -> None:
    trace()
    trace(surface="api", stages=[{"name": "embed", "at": 0.0, "ms": 5.0}])

    page = opened(admin_client, f"{OVER_TIME}?surface=api&stage=embed&days=7")

    ((row),) = figures(page, "by-day").values()
    assert row[:3] == ["1", "5.0", "5.0"]
    assert "How long embed took" in page


def figures(page: str, table: str) -> dict[str, list[str]]:
    rows = page.split(f'aria-labelledby="{table}"')[1].split("</table>")[0].split("<tr>")[2:]
    told = {re.findall(r'scope="row">([^<]+)<', row)[0]: row for row in rows}
    return {name: re.findall(r'"figures">([^<]+)</td>', row) for name, row in told.items()}


@pytest.mark.parametrize(
    "query", ["days=soon", "days=-1", "surface=%00", "surface='", "stage=none", "stage=%F0%9F"]
)
def test_words_of_an_address_that_mean_nothing_are_no_fault(
    admin_client: Client, query: str
) -> None:
    trace(made_at=datetime(2001, 1, 1, tzinfo=UTC))
    trace()

    opened(admin_client, f"{OVER_TIME}?{query}")


def test_without_traces_the_report_says_so(admin_client: Client) -> None:
    assert "No search was traced in this time." in opened(admin_client, OVER_TIME)


def test_the_pictures_are_for_who_may_see_traces(client: Client) -> None:
    client.force_login(User.objects.create_user("helper", is_staff=True))

    assert client.get(OVER_TIME).status_code == 403
    assert client.get(address_of(trace())).status_code == 403
