"""FetchFault: why nothing was fetched, as a sentence."""


class FetchFault(Exception):
    """An address that gives nothing; ``status``: what its server said, 0 where it said nothing."""

    def __init__(self, reason: str, *, status: int = 0) -> None:
        super().__init__(reason)
        self.status = status
