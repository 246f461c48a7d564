"""Takes up what no task did: lost messages, killed workers, rows written behind our back."""

from retrieval.indexing import IndexReport, essays_behind, index_essays
from retrieval.locks import SWEEP_LOCK
from retrieval.tallies import settle_if_many
from retrieval.turns import only_one


def sweep() -> IndexReport:
    """Index whatever is behind and add up what changed, unless another sweep is still at it."""
    with only_one(SWEEP_LOCK) as is_alone:
        if not is_alone:
            return IndexReport()
        report = index_essays(essays_behind())
        settle_if_many()
        return report
