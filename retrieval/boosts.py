"""Small multipliers beside the fused score, all of them together inside one band."""

from retrieval.types import DocType

# A 2.2× recency boost once dragged a personal essay into a technical answer.
# The product of all factors stays inside this band, and a test holds it there.
BOOST_BAND = (0.8, 1.25)

# On smoothed scores 0.98 costs a chunk that stands tenth two ranks, 0.94 seven or eight: a
# memory leaves the room to an argument that fits as well, and is not lost.
TYPE_FACTORS = {
    DocType.ESSAY: 1.0,
    DocType.EXPLAINER: 1.0,
    DocType.TUTORIAL: 1.0,
    DocType.NOTE: 0.99,
    DocType.PERSONAL_ESSAY: 0.94,
    DocType.GLOSSARY: 0.98,
    DocType.PAGE: 0.98,
}
# All that the band allows: what a question calls by its name goes from the tenth place to about
# the second, and from the fifth to the first.
NAME_LIFT = 1.25


def factor_for(
    doc_type: DocType, *, asked: DocType | None = None, is_personal: bool = False
) -> float:
    """The factor of a kind of writing; a kind that was asked for is never damped.

    ``is_personal``: the question is about the author's own life.
    """
    if doc_type == asked or (doc_type == DocType.PERSONAL_ESSAY and is_personal):
        return 1.0
    return TYPE_FACTORS[doc_type]


def within_band(product: float) -> float:
    """The product of a chunk's factors, or the edge of the band that it would cross."""
    lowest, highest = BOOST_BAND
    return min(max(product, lowest), highest)
