"""Which model it is, by what its folder says, before anything is loaded."""

import json
from pathlib import Path

import pytest

from retrieval.embedders.base import EmbedderUnavailable
from retrieval.embedders.folders import BUNDLED, folder_of, shape_of


def make_model(
    folder: Path, *, weights: bytes = b"w", window: int = 128, mean: bool = True
) -> Path:
    folder.mkdir(parents=True)
    (folder / "1_Pooling").mkdir()
    (folder / "model.safetensors").write_bytes(weights)
    files = {
        "config.json": {"hidden_size": 8, "max_position_embeddings": 512},
        "sentence_bert_config.json": {"max_seq_length": window},
        "modules.json": [
            {"path": "", "type": "sentence_transformers.models.Transformer"},
            {"path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
        ],
        "1_Pooling/config.json": {"word_embedding_dimension": 8, "pooling_mode_mean_tokens": mean},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))
    return folder


def test_weights_pooling_and_window_each_make_another_fingerprint(tmp_path: Path) -> None:
    folders = [
        make_model(tmp_path / "a"),
        make_model(tmp_path / "b", weights=b"other"),
        make_model(tmp_path / "c", window=256),
        make_model(tmp_path / "d", mean=False),
    ]
    same = make_model(tmp_path / "e")

    prints = [shape_of(folder, name=str(folder)).fingerprint for folder in folders]

    assert len(set(prints)) == 4
    assert all(len(one) == 64 for one in prints)
    assert shape_of(same, name="e").fingerprint == prints[0]


def test_other_weights_under_the_bundled_name_are_refused(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "false")

    with pytest.raises(EmbedderUnavailable, match="are not those of all-MiniLM-L6-v2"):
        shape_of(folder, name=BUNDLED)


def test_a_folder_without_weights_is_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    with pytest.raises(EmbedderUnavailable, match="holds no"):
        shape_of(tmp_path / "empty", name="x")


def test_an_unreadable_file_is_named(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "broken")
    (folder / "config.json").write_text("{")

    with pytest.raises(EmbedderUnavailable, match=r"unreadable config\.json"):
        shape_of(folder, name="x")


def test_a_folder_that_does_not_state_its_window_is_refused(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "vague")
    (folder / "sentence_bert_config.json").unlink()
    (folder / "config.json").write_text("{}")

    with pytest.raises(EmbedderUnavailable, match="window"):
        shape_of(folder, name="x")


def test_a_name_that_is_nowhere_is_refused_with_the_way_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")

    with pytest.raises(EmbedderUnavailable, match="EMBEDDING_MODEL='no-such/model'"):
        folder_of("no-such/model")


@pytest.mark.torch
@pytest.mark.parametrize("name", [BUNDLED, f"sentence-transformers/{BUNDLED}"])
def test_the_bundled_model_is_the_official_one(name: str) -> None:
    shape = shape_of(folder_of(name), name=name)

    assert (shape.dimensions, shape.window_tokens) == (384, 256)
