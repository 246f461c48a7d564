"""Small multipliers by kind of writing, inside one band."""

from retrieval.types import DocType

# A 2.2× recency boost once dragged a personal essay into a technical answer.
# Every multiplier stays inside this band, and a test holds it there.
BOOST_BAND = (0.8, 1.25)

# Neighbours among the first fused scores differ by 1 to 3 %: 0.95 costs three ranks.
TYPE_FACTORS = {
    DocType.ESSAY: 1.0,
    DocType.EXPLAINER: 1.0,
    DocType.TUTORIAL: 1.0,
    DocType.NOTE: 0.98,
    DocType.PERSONAL_ESSAY: 0.97,
    DocType.GLOSSARY: 0.97,
    DocType.PAGE: 0.96,
}


def boost_for(doc_type: DocType, *, asked: DocType | None = None) -> float:
    """The factor of a kind of writing; a kind that was asked for is never damped."""
    return 1.0 if doc_type == asked else TYPE_FACTORS[doc_type]
