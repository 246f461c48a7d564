"""Whether one more call of a model may be paid for; pure."""

from dataclasses import dataclass
from decimal import Decimal

# A day that runs away takes at most this share of its month; a small budget is not cut into
# pieces that pay for no question.
DAYS_SHARE, WHOLE_BELOW = Decimal("0.2"), Decimal(1)


@dataclass(frozen=True, slots=True)
class Budget:
    """US dollars; None where there is no ceiling."""

    month: Decimal | None
    day: Decimal | None

    @property
    def is_set(self) -> bool:
        return self.month is not None or self.day is not None

    @property
    def of_a_day(self) -> Decimal | None:
        if self.day is not None or self.month is None:
            return self.day
        return max(self.month * DAYS_SHARE, min(self.month, WHOLE_BELOW))


@dataclass(frozen=True, slots=True)
class Spent:
    """US dollars, what is set aside for calls under way included."""

    month: Decimal
    day: Decimal


def refusal(budget: Budget, spent: Spent, *, most: Decimal) -> str:
    """Why a call that may cost ``most`` dollars is not made; empty where it may be.

    A sum that reaches the budget exactly is within it.
    """
    for name, ceiling, so_far in (
        ("MONTHLY_BUDGET_USD", budget.month, spent.month),
        ("DAILY_BUDGET_USD", budget.of_a_day, spent.day),
    ):
        if ceiling is not None and so_far + most > ceiling:
            left = max(ceiling - so_far, Decimal(0))
            return (
                f"{name} has {left:.4f} of {ceiling:.2f} left, and a question may cost {most:.4f}."
            )
    return ""
