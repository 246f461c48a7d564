"""A draft is a model's, or quotes where it fails; what a listener raises is neither's fault."""

from collections.abc import Sequence

import pytest

from archivebrain.answering.drafts import obtain
from archivebrain.providers.base import Hear, ProviderFailed
from archivebrain.providers.types import Brief, Draft, DraftSentence
from tests.archivebrain.providers.conftest import brief

__all__ = ["brief"]


class Aloud:
    """A provider that is heard, and may turn what its listener raises into a failure of its own."""

    name, model = "aloud", "none"

    def __init__(self, *, hides_faults: bool = False) -> None:
        self.hides_faults = hides_faults

    def draft(self, brief: Brief) -> Draft:
        raise AssertionError("it is heard")

    def draft_aloud(self, brief: Brief, hear: Hear) -> Draft:
        try:
            hear([DraftSentence("Heat is patient.")])
        except ValueError as fault:
            if self.hides_faults:
                raise ProviderFailed("the stream broke") from fault
            raise
        return Draft((), self.name, self.model)


@pytest.mark.parametrize("hides_faults", [True, False])
def test_what_a_listener_raises_is_passed_on_however_the_provider_takes_it(
    brief: Brief, hides_faults: bool
) -> None:
    def leave(_: Sequence[DraftSentence]) -> None:
        raise ValueError("nobody listens")

    with pytest.raises(ValueError, match="nobody listens"):
        obtain(brief, Aloud(hides_faults=hides_faults), leave)
