"""A real archive under one real model, and then under another: by the command alone."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from retrieval.embedders.local import LocalEmbedder
from retrieval.generations import get_embedder
from retrieval.models import ChunkVector, Generation
from retrieval.search import search

pytestmark = [pytest.mark.django_db, pytest.mark.torch]


def test_the_sample_archive_answers_by_a_model_in_a_folder(
    sample_archive: None, small_model: LocalEmbedder, settings: Any
) -> None:
    settings.EMBED_BACKEND = "torch"
    out = StringIO()

    call_command("reembed", "--model", str(small_model.folder), stdout=out, stderr=StringIO())

    stored = ChunkVector.objects.values_list("fingerprint", flat=True).distinct()
    assert list(stored) == [small_model.fingerprint]
    assert {len(vector) for (vector,) in ChunkVector.objects.values_list("vector")} == {32}
    assert Generation.objects.get().model == str(small_model.folder)
    assert f"answer by {small_model.folder} now" in out.getvalue()
    assert get_embedder().fingerprint == small_model.fingerprint
    result = search("How often do the ferries sail?")
    assert result.degraded == ()
    assert any(passage.lanes["vector"] for passage in result.passages)
