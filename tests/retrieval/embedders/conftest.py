"""Models as ONNX Runtime gets them: the bundled one, exported once, and a small one."""

import json
import shutil

import pytest

from retrieval.embedders.exported import Form
from retrieval.embedders.exporting import export
from retrieval.embedders.folders import BUNDLED, folder_of
from retrieval.embedders.local import LocalEmbedder, Precision
from retrieval.embedders.onnx import OnnxEmbedder


@pytest.fixture(scope="session")
def exported_bundled(tmp_path_factory: pytest.TempPathFactory) -> OnnxEmbedder:
    """Exported by this process: one of its own would load torch once more."""
    reference = LocalEmbedder.named(BUNDLED, threads=2, precision=Precision.FP32)
    home = tmp_path_factory.mktemp("models")
    embedder = OnnxEmbedder(reference, form=Form.FP32, home=home, may_stand_in=False)
    export(reference, Form.FP32, embedder.file)
    return embedder


@pytest.fixture(scope="session")
def small_model(tmp_path_factory: pytest.TempPathFactory) -> LocalEmbedder:
    """The bundled model's files around one small layer of random weights."""
    from transformers import BertConfig, BertModel

    folder = tmp_path_factory.mktemp("small") / "model"
    shutil.copytree(folder_of(BUNDLED), folder, ignore=shutil.ignore_patterns("*.safetensors"))
    sizes = {"hidden_size": 32, "num_hidden_layers": 1, "intermediate_size": 64}
    config = json.loads((folder / "config.json").read_text()) | sizes | {"num_attention_heads": 2}
    BertModel(BertConfig(**config)).save_pretrained(folder)
    (folder / "1_Pooling" / "config.json").write_text(
        json.dumps({"word_embedding_dimension": 32, "pooling_mode_mean_tokens": True})
    )
    return LocalEmbedder.named(str(folder), threads=1, precision=Precision.FP32)
