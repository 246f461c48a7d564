"""Limits: exactly the quota, every policy or none, and an answer when Redis is gone."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import http_sfv
import pytest

from archivebrain.access.limits import ASK, SEARCH, Verdict, give_back, spend
from archivebrain.access.principals import Principal
from archivebrain.embedded.redis import quick_redis


@pytest.fixture(autouse=True)
def _quotas(settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_MINUTE, settings.ADDRESS_UNITS_PER_DAY = 60, 300
    settings.KEY_UNITS_PER_MINUTE, settings.KEY_UNITS_PER_DAY = 120, 2000


def left(verdict: Verdict) -> dict[str, int]:
    """What the header says is left of each policy."""
    parsed = http_sfv.List()
    parsed.parse(verdict.headers["RateLimit"].encode())
    return {item.value: item.params["r"] for item in parsed}


def test_a_question_costs_ten_searches_and_both_policies_pay(reader: Principal) -> None:
    spend(reader, ASK)
    verdict = spend(reader, SEARCH)

    assert verdict.is_allowed
    assert left(verdict) == {"burst": 49, "day": 289}
    assert verdict.degraded == ()


def test_the_reply_above_the_quota_says_when_to_come_back(reader: Principal) -> None:
    for _ in range(6):
        assert spend(reader, ASK).is_allowed

    refused = spend(reader, ASK)

    assert not refused.is_allowed
    assert 1 <= refused.retry_after <= 120
    assert refused.headers["Retry-After"] == str(refused.retry_after)
    assert left(refused) == {"burst": 0, "day": 240}


def test_a_refusal_costs_nothing(reader: Principal) -> None:
    for _ in range(5):
        spend(reader, ASK)
    spend(reader, SEARCH)

    for _ in range(3):
        assert not spend(reader, ASK).is_allowed

    assert left(spend(reader, SEARCH)) == {"burst": 8, "day": 248}


def test_what_one_policy_refuses_the_other_does_not_pay(reader: Principal, settings: Any) -> None:
    settings.ADDRESS_UNITS_PER_DAY = 15
    spend(reader, ASK)

    refused = spend(reader, ASK)

    assert not refused.is_allowed
    assert left(refused) == {"burst": 50, "day": 5}
    assert refused.retry_after > 60


def test_a_key_may_ask_more_than_an_address(reader: Principal) -> None:
    key = Principal("key", reader.identity)

    assert left(spend(key, ASK)) == {"burst": 110, "day": 1990}
    assert left(spend(reader, ASK)) == {"burst": 50, "day": 290}


def test_units_come_back_when_our_side_failed(reader: Principal) -> None:
    spend(reader, ASK)

    give_back(reader, ASK)

    assert left(spend(reader, SEARCH)) == {"burst": 59, "day": 299}


@pytest.mark.parametrize("day", [300, 37])
def test_exactly_the_quota_is_admitted_when_many_race(
    reader: Principal, settings: Any, day: int
) -> None:
    settings.ADDRESS_UNITS_PER_DAY = day
    barrier = threading.Barrier(100)

    def race(_: int) -> bool:
        barrier.wait()
        return spend(reader, SEARCH).is_allowed

    with ThreadPoolExecutor(100) as threads:
        admitted = sum(threads.map(race, range(100)))

    assert admitted == min(60, day)


def test_redis_holds_no_address(reader: Principal) -> None:
    spend(reader, SEARCH)

    with quick_redis().asked() as client:
        names = str(client.keys("*"))
    assert "burst" in names
    assert reader.identity not in names


@pytest.mark.usefixtures("no_redis")
def test_without_redis_each_process_counts_for_itself_and_says_so(reader: Principal) -> None:
    verdicts = [spend(reader, ASK) for _ in range(7)]

    assert [verdict.is_allowed for verdict in verdicts] == [True] * 6 + [False]
    assert {verdict.degraded for verdict in verdicts} == {("redis",)}
    assert left(verdicts[-1]) == {"burst": 0, "day": 240}


@pytest.mark.usefixtures("no_redis")
def test_units_come_back_without_redis_too(reader: Principal) -> None:
    spend(reader, ASK)

    give_back(reader, ASK)

    assert left(spend(reader, SEARCH)) == {"burst": 59, "day": 299}


@pytest.mark.usefixtures("silent_redis")
def test_a_redis_that_never_answers_costs_a_reader_no_more_than_a_moment(
    reader: Principal,
) -> None:
    started = time.perf_counter()
    spend(reader, ASK)
    first = time.perf_counter() - started
    for _ in range(20):
        spend(reader, SEARCH)
    all_of_them = time.perf_counter() - started

    assert first < 0.4
    assert all_of_them < 0.6


def test_redis_is_asked_again_after_a_rest(reader: Principal, settings: Any) -> None:
    redis = quick_redis()
    redis._resting_until = time.monotonic() + 100
    resting = spend(reader, SEARCH)
    redis._resting_until = 0.0

    assert resting.degraded == ("redis",)
    assert spend(reader, SEARCH).degraded == ()
