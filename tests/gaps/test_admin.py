"""The author's desk: what to write next, in few queries, and every action in words."""

from datetime import date
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client

from gaps.models import EssayIdea, Gap, GapGroup, MonthlyRank
from gaps.ranks import store_ranks
from gaps.types import Closeness, LeftOut, Month, Ranking
from tests.gaps.conftest import AskInVain

pytestmark = pytest.mark.django_db
DESK = "/admin/gaps/monthlyrank/"
MARCH, APRIL = Month(2026, 3), Month(2026, 4)
MOST_QUERIES = 10


@pytest.fixture
def trams(ask_in_vain: AskInVain) -> MonthlyRank:
    group = GapGroup.objects.create()
    for day in (2, 3):
        ask_in_vain("What of trams?", day=day, group=group)
    ask_in_vain("Trams, <b>are</b> they good?", day=3, group=group)
    store_ranks(MARCH, {group.pk: Ranking(3, 2, 1, Closeness(0.35))})
    return MonthlyRank.objects.get(group=group)


@pytest.fixture
def buses(ask_in_vain: AskInVain) -> MonthlyRank:
    group = GapGroup.objects.create()
    ask_in_vain("What of buses?", group=group)
    store_ranks(MARCH, {group.pk: Ranking(1, 1, 1, Closeness(0.55))})
    return MonthlyRank.objects.get(group=group)


def act(client: Client, action: str, *rows: MonthlyRank, **fields: str) -> str:
    """What the desk says after an action."""
    sent = {"action": action, "_selected_action": [row.pk for row in rows], **fields}
    return client.post(DESK, sent, follow=True).content.decode()


def test_the_desk_shows_the_readers_own_words_with_every_part_of_the_score(
    admin_client: Client, trams: MonthlyRank
) -> None:
    page = admin_client.get(DESK).content.decode()

    assert "What should I write next?" in page
    assert page.count("What of trams?") == 1
    assert "Trams, &lt;b&gt;are&lt;/b&gt; they good?" in page
    assert "3 times, 2 days, 1 surface<" in page
    assert "1.25 = 2.00 × 1.25 × 0.50" in page


def test_the_desk_opens_on_the_latest_month_and_on_what_waits(
    admin_client: Client, trams: MonthlyRank, buses: MonthlyRank
) -> None:
    store_ranks(APRIL, {buses.group_id: Ranking(1, 1, 1, Closeness(0.55))})
    spam = GapGroup.objects.create()
    Gap.objects.create(question="you idiot", reason="name", surface="page", group=spam)
    store_ranks(APRIL, {spam.pk: Ranking(1, 1, 1, Closeness(0.3), LeftOut.HOSTILE)})

    latest = admin_client.get(DESK).content.decode()
    march = admin_client.get(DESK, {"month": "2026-03"}).content.decode()
    left_out = admin_client.get(DESK, {"standing": "left-out"}).content.decode()

    assert ("What of buses?" in latest, "What of trams?" in latest, "idiot" in latest) == (
        True, False, False,
    )  # fmt: skip
    assert "What of trams?" in march
    assert "left out: hostile" in left_out


def test_promoting_asks_for_a_name_and_reports_the_count_in_words(
    admin_client: Client, trams: MonthlyRank
) -> None:
    asked = act(admin_client, "promote", trams)
    assert "A new idea:" in asked
    assert not EssayIdea.objects.exists()

    told = act(admin_client, "promote", trams, named="1", title="Rails in the street")

    assert "3 questions promoted to “Rails in the street”." in told
    assert GapGroup.objects.get().idea == EssayIdea.objects.get()


def test_an_idea_without_a_name_is_asked_for_again_and_nothing_is_promoted(
    admin_client: Client, trams: MonthlyRank
) -> None:
    page = act(admin_client, "promote", trams, named="1", title="  ", idea="")

    assert "Name the idea in 1 to 200 characters, or choose one." in page
    assert not EssayIdea.objects.exists()
    assert GapGroup.objects.open().count() == 1


def test_a_group_may_go_under_an_idea_that_is_there(
    admin_client: Client, trams: MonthlyRank, buses: MonthlyRank
) -> None:
    idea = EssayIdea.objects.create(title="Getting about")
    assert "Getting about" in act(admin_client, "promote", trams, buses)

    told = act(admin_client, "promote", trams, buses, named="1", title="", idea=str(idea.pk))

    assert "4 questions promoted to “Getting about”." in told


def test_a_decided_group_is_not_promoted_and_leaves_no_empty_idea(
    admin_client: Client, trams: MonthlyRank, buses: MonthlyRank
) -> None:
    act(admin_client, "dismiss", trams)
    sent = {"action": "promote", "_selected_action": [trams.pk], "named": "1", "title": "Rails"}

    page = admin_client.post(f"{DESK}?standing=dismissed", sent, follow=True).content.decode()

    assert "1 of these groups is promoted or dismissed. Reopen it first." in page
    assert not EssayIdea.objects.exists()


def test_dismissing_reopening_and_merging_say_how_many(
    admin_client: Client, trams: MonthlyRank, buses: MonthlyRank
) -> None:
    assert "1 question dismissed." in act(admin_client, "dismiss", buses)
    assert "What of buses?" not in admin_client.get(DESK).content.decode()
    reopened = admin_client.post(
        f"{DESK}?standing=dismissed",
        {"action": "reopen", "_selected_action": [buses.pk]},
        follow=True,
    ).content.decode()
    assert "1 question on the desk again." in reopened

    assert "2 groups merged into one of 4 questions." in act(admin_client, "merge", trams, buses)
    assert GapGroup.objects.count() == 1


def test_a_merge_of_one_is_refused_in_words(admin_client: Client, trams: MonthlyRank) -> None:
    assert "Choose at least two groups to merge." in act(admin_client, "merge", trams)


def test_who_may_only_look_is_offered_no_action(client: Client, trams: MonthlyRank) -> None:
    from django.contrib.auth.models import Permission, User

    reader = User.objects.create_user("reader", password="x", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_monthlyrank"))
    client.force_login(reader)

    assert "What of trams?" in client.get(DESK).content.decode()
    act(client, "dismiss", trams)

    assert GapGroup.objects.open().count() == 1


def test_an_idea_leads_back_to_its_questions(admin_client: Client, trams: MonthlyRank) -> None:
    act(admin_client, "promote", trams, named="1", title="Rails")
    Gap.objects.create(question="Quite another", reason="name", surface="page")
    idea = EssayIdea.objects.get()

    listed = admin_client.get("/admin/gaps/essayidea/").content.decode()
    link = f"/admin/gaps/gap/?group__idea__id__exact={idea.pk}"
    questions = admin_client.get(link).content.decode()
    form = admin_client.get(f"/admin/gaps/essayidea/{idea.pk}/change/").content.decode()

    assert link in listed
    assert "3 times" in listed
    assert "What of trams?" in questions
    assert "Quite another" not in questions
    assert "What of trams? (2 times)" in form


def test_a_groups_page_holds_every_wording_with_its_count(
    admin_client: Client, trams: MonthlyRank
) -> None:
    address = f"/admin/gaps/gapgroup/{trams.group_id}/change/"
    assert address in admin_client.get(DESK).content.decode()

    page = admin_client.get(address).content.decode()

    assert "What of trams? (2 times)" in page
    assert 'name="_save"' not in page


def test_erasing_a_question_leaves_no_copy_of_its_words(
    admin_client: Client, trams: MonthlyRank
) -> None:
    gap = Gap.objects.earliest("pk")

    admin_client.post(f"/admin/gaps/gap/{gap.pk}/delete/", {"post": "yes"})

    assert not Gap.objects.filter(pk=gap.pk).exists()
    assert [entry.object_repr for entry in LogEntry.objects.all()] == [f"question {gap.pk}"]


@pytest.fixture
def thousand() -> None:
    """A thousand groups of two questions each, every tenth promoted."""
    ideas = EssayIdea.objects.bulk_create(EssayIdea(title=f"Idea {n}") for n in range(100))
    groups = GapGroup.objects.bulk_create(
        GapGroup(idea=ideas[n // 10] if n % 10 == 0 else None) for n in range(1000)
    )
    Gap.objects.bulk_create(
        Gap(question=f"What of {n}, the {copy}?", reason="name", surface="page", group=group)
        for n, group in enumerate(groups)
        for copy in ("one", "other")
    )
    MonthlyRank.objects.bulk_create(
        MonthlyRank(
            group=group,
            month=date(2026, 3, 1),
            asked_count=2,
            day_count=1,
            surface_count=1,
            closeness=0.4,
            is_by_words=False,
            score=n,
        )
        for n, group in enumerate(groups)
    )


@pytest.mark.usefixtures("thousand")
@pytest.mark.parametrize(
    ("screen", "shown"),
    [
        ("monthlyrank/", "What of 999, the one?"),
        ("monthlyrank/?standing=promoted", "promoted to “Idea 99”"),
        ("monthlyrank/?q=999", "What of 999, the other?"),
        ("essayidea/", "Idea 99"),
        ("gapgroup/", "group"),
        ("gap/", "What of 999, the other?"),
    ],
)
def test_a_list_of_a_thousand_opens_in_a_fixed_number_of_queries(
    admin_client: Client, django_assert_max_num_queries: Any, screen: str, shown: str
) -> None:
    with django_assert_max_num_queries(MOST_QUERIES):
        page = admin_client.get(f"/admin/gaps/{screen}")

    assert page.status_code == 200
    assert shown in page.content.decode()
