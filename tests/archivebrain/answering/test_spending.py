"""Whether one more call may be paid for, to the millionth of a dollar."""

from decimal import Decimal

import pytest

from archivebrain.answering.spending import Budget, Spent, refusal

BIT = Decimal("0.000001")


def dollars(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text)


@pytest.mark.parametrize(
    ("month", "day", "spent_month", "spent_day", "most", "named"),
    [
        (None, None, "900", "900", "5", ""),
        ("10", None, "0", "0", "2", ""),
        ("10", None, "0", "0", "2.000001", "DAILY_BUDGET_USD"),
        ("10", "10", "9.5", "0", "0.5", ""),
        ("10", "10", "9.5", "0", "0.500001", "MONTHLY_BUDGET_USD"),
        ("10", "1", "5", "0.9", "0.1", ""),
        ("10", "1", "5", "0.9", "0.100001", "DAILY_BUDGET_USD"),
        (None, "1", "900", "0", "1", ""),
        (None, "1", "900", "0.5", "1", "DAILY_BUDGET_USD"),
        ("2", None, "0", "0.9", "0.1", ""),
        ("2", None, "0", "0.9", "0.100001", "DAILY_BUDGET_USD"),
        ("0.05", None, "0.01", "0.01", "0.04", ""),
        ("0.05", None, "0.01", "0.01", "0.040001", "MONTHLY_BUDGET_USD"),
        ("0", None, "0", "0", "0.000001", "MONTHLY_BUDGET_USD"),
        ("0", None, "0", "0", "0", ""),
        ("10", None, "12", "0", "0.1", "MONTHLY_BUDGET_USD"),
    ],
)
def test_the_last_cent_may_be_spent_and_not_one_bit_more(
    month: str | None, day: str | None, spent_month: str, spent_day: str, most: str, named: str
) -> None:
    spent = Spent(Decimal(spent_month), Decimal(spent_day))

    reason = refusal(Budget(dollars(month), dollars(day)), spent, most=Decimal(most))

    assert reason.startswith(named)
    assert bool(reason) is bool(named)
