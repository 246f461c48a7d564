"""The RateLimit fields, read back by a parser of structured fields that is not ours."""

import http_sfv

from archivebrain.access.ratelimit_fields import Policy, Standing, fields

BURST, DAY = Policy("burst", 60, 60), Policy("day", 300, 86_400)
STANDINGS = (Standing(BURST, 42, 18), Standing(DAY, 120, 5400))


def read(text: str) -> list[tuple[object, dict[str, object]]]:
    parsed = http_sfv.List()
    parsed.parse(text.encode("ascii"))
    return [(item.value, dict(item.params)) for item in parsed]


def test_policies_are_strings_with_quota_and_window() -> None:
    assert read(fields(STANDINGS)["RateLimit-Policy"]) == [
        ("burst", {"q": 60, "w": 60}),
        ("day", {"q": 300, "w": 86_400}),
    ]


def test_standings_are_strings_with_what_is_left_and_the_wait() -> None:
    assert read(fields(STANDINGS)["RateLimit"]) == [
        ("burst", {"r": 42, "t": 18}),
        ("day", {"r": 120, "t": 5400}),
    ]


def test_only_a_refused_reply_says_when_to_come_back() -> None:
    assert "Retry-After" not in fields(STANDINGS)
    assert fields(STANDINGS, retry_after=7)["Retry-After"] == "7"
