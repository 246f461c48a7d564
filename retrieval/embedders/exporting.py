"""Writes a model down for ONNX Runtime, once, and holds it against the model itself.

    python -m retrieval.embedders.exporting NAME FORM FILE

A process of its own, because torch takes 600 MB that only the end of a process gives back.
"""

import argparse
import fcntl
import sys
import tempfile
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from retrieval.embedders.base import EmbedderUnavailable, Vectors
from retrieval.embedders.exported import MASK, TOKENS, VECTORS, CannotBeRun, ExportedModel, Form
from retrieval.embedders.local import LocalEmbedder, Precision

# The least cosine to the model's own vectors: fp32 may be mixed with those, int8 may not.
LEAST_COSINE = {Form.FP32: 0.9999, Form.INT8: 0.97}
# Of every length, in capitals and other scripts: what a wrong export would get wrong.
PROBES = (
    "Bread",
    "How do I undo a migration?",
    "WHAT DID YOU THINK OF E-BIKES IN 2019?",
    "Où est la crème brûlée, naïve Zoë? 東京 ½ ™",
    "def main():\n    return {'key': [1, 2, 3]}",
    "A rope is only as good as its splice, and a splice as its last tuck.",
    "Remote work needs written follow-ups, " * 12,
    "The timetable is a promise; who breaks it must say so. " * 60,
)


class CannotBeExported(Exception):
    """A model that ONNX Runtime would run wrongly or not at all; the message says which."""


def export(reference: LocalEmbedder, form: Form, file: Path) -> None:
    """Write it whole or not at all; of two at once the second finds the first one's.

    Raises ``CannotBeExported`` and ``EmbedderUnavailable``.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if file.exists():
            return
        with tempfile.TemporaryDirectory(dir=file.parent, prefix="making-") as folder:
            made = _written(reference, form, Path(folder))
            _compare(reference, form, made)
            made.rename(file)


def _written(reference: LocalEmbedder, form: Form, folder: Path) -> Path:
    try:
        with warnings.catch_warnings():
            # Of what the exporter will do one day, and of branches that no text takes.
            warnings.simplefilter("ignore")
            whole = _in_fp32(reference.load_model(), folder / "fp32.onnx")
        return whole if form is Form.FP32 else _in_int8(whole, folder / "int8.onnx")
    except (ImportError, OSError, ValueError, RuntimeError, TypeError) as fault:
        # Of the exporter's messages the first line says what, and the rest shows the graph.
        what = str(fault).strip().partition("\n")[0]
        raise CannotBeExported(f"it cannot be written down ({what})") from fault


def _in_fp32(model: Any, file: Path) -> Path:
    """The library's whole chain, from tokens to the text's vector."""
    import torch  # noqa: PLC0415

    class Chain(torch.nn.Module):  # type: ignore[misc]  # torch is read without its types
        def __init__(self) -> None:
            super().__init__()
            self.model = model

        def forward(self, tokens: Any, mask: Any) -> Any:
            return self.model({TOKENS: tokens, MASK: mask})["sentence_embedding"]

    tokens = torch.ones((2, 8), dtype=torch.int64)
    both = {0: "texts", 1: "tokens"}
    torch.onnx.export(
        Chain().eval(),
        (tokens, torch.ones_like(tokens)),
        str(file),
        input_names=[TOKENS, MASK],
        output_names=[VECTORS],
        dynamic_axes={TOKENS: both, MASK: both, VECTORS: {0: "texts"}},
        opset_version=17,
        # The newer exporter wants two more packages, and gives the same.
        dynamo=False,
    )
    return file


def _in_int8(whole: Path, file: Path) -> Path:
    """Weights as whole numbers, a scale to each column; what passes between is scaled as it comes.

    ``quantize_dynamic`` of ONNX Runtime.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic  # noqa: PLC0415

    quantize_dynamic(whole, file, per_channel=True, weight_type=QuantType.QInt8)
    return file


def _compare(reference: LocalEmbedder, form: Form, file: Path) -> None:
    try:
        exported = ExportedModel.load(
            file,
            folder=reference.folder,
            window_tokens=reference.window_tokens,
            dimensions=reference.dimensions,
        )
        found = least_cosine(exported.encode(PROBES), reference.embed(PROBES))
        found = min(found, least_cosine(exported.encode(PROBES[:1]), reference.embed(PROBES[:1])))
    except (CannotBeRun, ValueError, RuntimeError) as fault:
        raise CannotBeExported(f"ONNX Runtime does not run it: {fault}") from fault
    if not found >= LEAST_COSINE[form]:
        raise CannotBeExported(f"its vectors would differ from the model's (cosine {found:.4f})")


def least_cosine(these: Vectors, those: Vectors) -> float:
    """The least over pairs of unit vectors."""
    return float(np.asarray(these * those).sum(axis=1).min())


def main(arguments: Sequence[str]) -> str:
    """Export as asked; what went wrong, in a sentence, or nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("form", type=Form)
    parser.add_argument("file", type=Path)
    asked = parser.parse_args(arguments)
    try:
        reference = LocalEmbedder.named(asked.name, threads=1, precision=Precision.FP32)
        export(reference, asked.form, asked.file)
    except (CannotBeExported, EmbedderUnavailable) as fault:
        return str(fault)
    except OSError as fault:
        return f"{asked.file.parent} cannot be written to: {fault.strerror}"
    return ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) or None)
