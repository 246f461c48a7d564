"""What may name a person goes; what a question is about stays."""

import pytest

from gaps.scrubbing import scrub, without_placeholders


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("Write to ada.example+x@mail.example.org please", "Write to [e-mail address] please"),
        ("Is (bob@example.co.uk) right?", "Is ([e-mail address]) right?"),
        ("mailto:bob@example.com?", "[e-mail address]?"),
        ("Ring +44 20 7946 0958 about bread", "Ring [number] about bread"),
        ("Ring (020) 7946-0958.", "Ring [number]."),
        ("Ring 555-1234!", "Ring [number]!"),
        ("My card 4111 1111 1111 1111 failed", "My card [number] failed"),
        ("Account 1234567 and 123456", "Account [number] and [number]"),
        ("From 192.168.100.12", "From [number]"),
        ("Ring 2021-03-04 – 555-1234", "Ring [number]"),
        ("٠١٢٣٤٥٦٧ rings", "[number] rings"),
    ],
)
def test_what_may_name_a_person_is_replaced(asked: str, kept: str) -> None:
    assert scrub(asked) == kept


@pytest.mark.parametrize(
    "asked",
    [
        "What did the author think in 2019-2021?",
        "What of 2019, 2020 and 2021?",
        "What happened on 2021-03-04, or on 4.3.2021?",
        "What happened 2021-03-04 – 2021-05-06?",
        "What happened on 1066-10-14?",
        "What happened 4.3.2021-6.5.2021, or 2019–2021-05-06?",
        "Is ISO 27001 worth it at 17 °C?",
        "Does 1,5 beat 46 per cent of 10 000?",
        "Is @someone right about C++ and e-bikes?",
        "What is the 30-60-90 rule?",
    ],
)
def test_dates_years_and_short_numbers_stay(asked: str) -> None:
    assert scrub(asked) == asked


def test_scrubbing_twice_changes_nothing_more() -> None:
    once = scrub("Ring 555-12345 or mail bob@example.com")

    assert scrub(once) == once
    assert without_placeholders(once) == "Ring or mail"
