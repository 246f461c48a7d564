"""Essays made for one test, as the tests of retrieval make them."""

from tests.retrieval.conftest import embedder, make_essay

__all__ = ["embedder", "make_essay"]
