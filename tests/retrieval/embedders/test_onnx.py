"""The model by ONNX Runtime: the same vectors, written down once, and a way out where it fails."""

import logging
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from retrieval.embedders import Embedder, EmbedderUnavailable, embedder_named, exporting
from retrieval.embedders.exported import Form
from retrieval.embedders.exporting import PROBES, CannotBeExported, export, least_cosine, main
from retrieval.embedders.folders import BUNDLED
from retrieval.embedders.local import LocalEmbedder
from retrieval.embedders.onnx import OnnxEmbedder
from retrieval.embedders.processor import tells_bf16

QUESTION = ["How do I undo a migration?"]
pytestmark = [pytest.mark.torch, pytest.mark.onnx]


@pytest.fixture
def made(small_model: LocalEmbedder, tmp_path: Path) -> Callable[..., OnnxEmbedder]:
    def make(form: Form = Form.FP32, *, may_stand_in: bool = False) -> OnnxEmbedder:
        return OnnxEmbedder(small_model, form=form, home=tmp_path, may_stand_in=may_stand_in)

    return make


def test_vectors_are_the_models_own_and_may_be_mixed_with_them(
    exported_bundled: OnnxEmbedder,
) -> None:
    own = exported_bundled.reference.embed(PROBES)

    assert least_cosine(exported_bundled.embed(PROBES), own) > 0.99999
    assert exported_bundled.fingerprint == exported_bundled.reference.fingerprint


def test_a_question_is_embedded_without_loading_torchs_model(
    exported_bundled: OnnxEmbedder,
) -> None:
    fresh = LocalEmbedder.named(BUNDLED, threads=1)

    replace(exported_bundled, reference=fresh).embed(QUESTION)

    assert fresh._loaded.models is None


def test_it_is_exported_once_by_a_process_of_its_own(
    made: Callable[..., OnnxEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    embedder = made()
    vectors = embedder.embed(QUESTION)
    monkeypatch.setattr("subprocess.run", None)

    again = made().embed(QUESTION)

    assert least_cosine(vectors, embedder.reference.embed(QUESTION)) > 0.9999
    assert (again == vectors).all()
    assert [file.suffix for file in sorted(embedder.home.iterdir())] == [".lock", ".onnx"]


def test_int8_is_a_model_of_its_own(made: Callable[..., OnnxEmbedder]) -> None:
    embedder = made(Form.INT8)
    export(embedder.reference, Form.INT8, embedder.file)

    vectors = embedder.embed(PROBES)

    assert len({embedder.fingerprint, embedder.reference.fingerprint, made().fingerprint}) == 2
    assert embedder.file.stat().st_size < 2_000_000
    assert 0.97 < least_cosine(vectors, embedder.reference.embed(PROBES)) < 0.99999


def test_a_model_whose_vectors_would_differ_is_not_kept(
    made: Callable[..., OnnxEmbedder], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting, "LEAST_COSINE", {Form.FP32: 1.1})
    embedder = made()

    with pytest.raises(CannotBeExported, match="would differ from the model's"):
        export(embedder.reference, Form.FP32, embedder.file)

    assert not embedder.file.exists()


def test_a_broken_export_costs_no_reader_the_search(
    made: Callable[..., OnnxEmbedder], caplog: pytest.LogCaptureFixture
) -> None:
    embedder = made(may_stand_in=True)
    embedder.file.write_bytes(b"half a file")

    with caplog.at_level(logging.WARNING):
        vectors = [embedder.embed(QUESTION), embedder.embed(QUESTION)]

    assert least_cosine(vectors[1], embedder.reference.embed(QUESTION)) > 0.9999
    (record,) = caplog.records
    assert str(embedder.file) in record.getMessage()


def test_who_asked_for_it_by_name_is_told_what_is_wrong(
    made: Callable[..., OnnxEmbedder],
) -> None:
    embedder = made()
    embedder.file.write_bytes(b"half a file")

    with pytest.raises(EmbedderUnavailable, match=r"remove it\. Mend that, or set EMBED_BACKEND"):
        embedder.embed(QUESTION)


def test_a_folder_that_cannot_be_written_to_is_named(
    small_model: LocalEmbedder, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    target = tmp_path / "file" / "models" / "m.onnx"

    assert str(target.parent) in main([small_model.name, "fp32", str(target)])


@pytest.mark.parametrize(
    ("backend", "is_here", "kind"),
    [
        ("auto", True, OnnxEmbedder),
        ("auto", False, LocalEmbedder),
        ("torch", True, LocalEmbedder),
        ("onnx", True, OnnxEmbedder),
        ("onnx-int8", True, OnnxEmbedder),
    ],
)
def test_the_setting_chooses_what_runs_the_model(
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    backend: str,
    is_here: bool,
    kind: type[Embedder],
) -> None:
    settings.EMBED_BACKEND = backend
    monkeypatch.setattr("retrieval.embedders.has_onnx", lambda: is_here)

    chosen = embedder_named.__wrapped__(BUNDLED)

    assert type(chosen) is kind


def test_a_processor_tells_whether_it_multiplies_bf16() -> None:
    assert tells_bf16("processor: 0\nflags\t\t: fpu avx512_vnni avx512_bf16 vaes\n")
    assert not tells_bf16("processor: 0\nflags\t\t: fpu avx512_vnni vaes\n")
    assert not tells_bf16("Features: asimd\n")


def test_no_text_gives_no_vector(exported_bundled: OnnxEmbedder) -> None:
    assert exported_bundled.embed([]).shape == (0, exported_bundled.dimensions)
    assert np.isfinite(exported_bundled.embed([""])).all()
