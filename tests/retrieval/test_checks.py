"""What `manage.py check` says of the embedding model."""

from pathlib import Path
from typing import Any

import pytest
from django.core.checks import CheckMessage

from retrieval.checks import embedding_backend_is_there, embedding_model_is_there
from retrieval.embedders import folders


def found(settings: Any, name: str) -> list[CheckMessage]:
    settings.EMBEDDING_MODEL = name
    return embedding_model_is_there(None)


def test_a_folder_that_is_there_and_a_name_of_the_hub_are_fine(
    settings: Any, tmp_path: Path
) -> None:
    assert found(settings, str(tmp_path)) == []
    assert found(settings, "someone/some-model") == []


def test_a_folder_that_is_not_there_is_an_error_naming_the_variable(
    settings: Any,
) -> None:
    (error,) = found(settings, "/no/such/folder")

    assert error.id == "retrieval.E001"
    assert "EMBEDDING_MODEL" in error.msg
    assert "/no/such/folder" in error.msg


def test_a_missing_bundled_model_only_warns_because_words_still_answer(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folders, "BUNDLED_PACKAGE", "no_such_package")

    (warning,) = found(settings, folders.BUNDLED)

    assert warning.id == "retrieval.W001"
    assert "make setup" in warning.msg


@pytest.mark.parametrize(("backend", "faults"), [("auto", 0), ("torch", 0), ("onnx", 1)])
def test_a_backend_that_is_not_installed_is_an_error_only_by_name(
    settings: Any, monkeypatch: pytest.MonkeyPatch, backend: str, faults: int
) -> None:
    settings.EMBED_BACKEND = backend
    monkeypatch.setattr("retrieval.checks.has_onnx", lambda: False)

    found = embedding_backend_is_there(None)

    assert len(found) == faults
    assert all("make setup" in one.msg and one.id == "retrieval.E002" for one in found)
