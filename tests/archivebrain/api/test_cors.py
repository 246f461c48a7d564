"""Pages of other sites may call what is public, if the operator says so; cookies never go along."""

from typing import Any

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

SITE = "https://author.example"
PREFLIGHT = {"Origin": SITE, "Access-Control-Request-Method": "POST"}


def test_nobody_may_call_from_elsewhere_unless_told(client: Client) -> None:
    response = client.get("/api/v1/essays", headers={"Origin": SITE})

    assert not [name for name in response.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize(("allowed", "named"), [("*", "*"), (SITE, SITE)])
def test_an_allowed_origin_may_read_and_sees_its_quota(
    client: Client, settings: Any, allowed: str, named: str
) -> None:
    settings.CORS_ORIGINS = [allowed]

    response = client.get("/api/v1/essays", headers={"Origin": SITE})

    assert response.headers["Access-Control-Allow-Origin"] == named
    assert "RateLimit" in response.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert ("Origin" in response.headers.get("Vary", "")) is (allowed != "*")


def test_an_origin_that_is_not_listed_is_not_named(client: Client, settings: Any) -> None:
    settings.CORS_ORIGINS = [SITE]

    response = client.get("/api/v1/essays", headers={"Origin": f"{SITE}.evil.example"})

    assert "Access-Control-Allow-Origin" not in response.headers


def test_a_preflight_is_answered_for_ten_minutes(client: Client, settings: Any) -> None:
    settings.CORS_ORIGINS = ["*"]

    response = client.options("/api/v1/ask", headers=PREFLIGHT)

    assert response.status_code == 204
    assert response.headers["Access-Control-Max-Age"] == "600"
    assert "Authorization" in response.headers["Access-Control-Allow-Headers"]


@pytest.mark.parametrize("address", ["/api/v1/keys", "/api/v1/publish", "/", "/admin/"])
def test_what_mails_publishes_or_is_for_people_stays_closed(
    client: Client, settings: Any, address: str
) -> None:
    settings.CORS_ORIGINS = ["*"]

    response = client.options(address, headers=PREFLIGHT)

    assert "Access-Control-Allow-Origin" not in response.headers


def test_a_problem_can_be_read_from_elsewhere_too(client: Client, settings: Any) -> None:
    settings.CORS_ORIGINS = ["*"]

    response = client.get("/api/v1/nothing", headers={"Origin": SITE})

    assert response.headers["Access-Control-Allow-Origin"] == "*"
