"""A glossary that leads to each essay with the term in its text, as an author's would."""

import re
from collections.abc import Iterator

import pytest
from django.db.models.signals import post_save

from retrieval.graph import seed_graph
from retrieval.models import Essay, GlossaryTerm

TERMS = ("rope", "bread", "quay")


@pytest.fixture
def curated(db: None) -> Iterator[None]:
    """From here on every essay that the test writes is named by the terms that it uses."""

    def name(instance: Essay, **signal: object) -> None:
        for term in set(TERMS).intersection(re.findall(r"\w+", instance.body.lower())):
            row, _ = GlossaryTerm.objects.get_or_create(term=term, defaults={"definition": term})
            row.essays = sorted({*row.essays, instance.slug})
            row.save()
        seed_graph()

    post_save.connect(name, sender=Essay, weak=False)
    yield
    post_save.disconnect(name, sender=Essay)
