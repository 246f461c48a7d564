"""Rows of a ledger as the database would hand them over, for tests without one."""

from datetime import date

from ledger.types import Basis, Change, DatedPosition, Label, Lifecycle

CHEATING = "An electric bicycle is a moped in denial."
GETS_USED = "An electric bicycle is a bicycle that gets used."


def held(
    receipt: str = GETS_USED,
    *,
    key: str = "eb-2021",
    stance: str = "An e-bike is a real bicycle, and more people ride one.",
    dated: date | None = date(2021, 5, 16),
    essay: str = "ebikes-i-was-wrong",
    supersedes: str = "eb-2018",
    basis: Basis = Basis.PUBLISHED,
) -> DatedPosition:
    return DatedPosition(
        key=key,
        concept="e-bikes",
        concept_name="e-bikes",
        stance=stance,
        dated=dated,
        basis=basis,
        lifecycle=Lifecycle.HELD,
        label=Label.CURRENT,
        essay_slug=essay,
        essay_title="E-bikes: I Was Wrong",
        receipt=receipt,
        because="The hill sorts riders by age." if supersedes else "",
        change=Change.REVERSED if supersedes else None,
        supersedes=supersedes,
    )


def reversed_view(
    receipt: str = CHEATING,
    *,
    key: str = "eb-2018",
    dated: date | None = date(2018, 5, 20),
    essay: str = "ebikes-are-cheating",
    label: Label = Label.REVERSED,
    is_notice: bool = False,
) -> DatedPosition:
    """An earlier view; ``label`` RETRACTED makes it one that was taken back."""
    return DatedPosition(
        key=key,
        concept="e-bikes",
        concept_name="e-bikes",
        stance="An electric bicycle is cheating.",
        dated=dated,
        basis=Basis.PUBLISHED if dated else Basis.UNDATED,
        lifecycle=Lifecycle.RETRACTED if label is Label.RETRACTED else Lifecycle.SUPERSEDED,
        label=label,
        essay_slug=essay,
        essay_title="E-bikes Are Cheating",
        receipt=receipt,
        is_notice=is_notice,
    )
