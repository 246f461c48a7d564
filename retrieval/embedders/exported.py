"""A model written down for ONNX Runtime, as it is run; the only module that imports it.

At one text torch spends most of its time between the products, which this does not.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Self

import numpy as np

from retrieval.embedders.base import Vectors
from retrieval.embedders.dealing import in_batches
from retrieval.embedders.tokens import load_tokenizer

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

# What the exported model takes and gives, in the order of the call.
TOKENS, MASK, VECTORS = "input_ids", "attention_mask", "vectors"
# Unlike torch it loses nothing between texts: by eights it takes a quarter longer.
AT_ONCE = 2


class Form(StrEnum):
    """The numbers that its weights are kept in."""

    FP32 = "fp32"
    INT8 = "int8"


class CannotBeRun(Exception):
    """An exported model that ONNX Runtime does not take; the message says why."""


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """A session and its tokenizer; any number of threads may encode at once."""

    tokenizer: "Tokenizer"
    session: "InferenceSession"
    dimensions: int

    @classmethod
    def load(cls, file: Path, *, folder: Path, window_tokens: int, dimensions: int) -> Self:
        """Read what was exported of the model in ``folder``; raises ``CannotBeRun``."""
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            tokenizer = load_tokenizer(folder)
            session = _session(file)
        except (ImportError, OSError, ValueError) as fault:
            raise CannotBeRun(str(fault)) from fault
        tokenizer.enable_truncation(window_tokens)
        return cls(tokenizer, session, dimensions)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, or zero where the model gives none, in the order of the texts."""
        encodings = self.tokenizer.encode_batch(list(texts))
        tokens = [encoding.ids for encoding in encodings]
        vectors = np.empty((len(tokens), self.dimensions), dtype=np.float32)
        for batch in in_batches([len(ids) for ids in tokens], size=AT_ONCE):
            vectors[batch] = self._run([tokens[at] for at in batch])
        norms = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.asarray(vectors / np.where(norms > 0, norms, 1), dtype=np.float32)

    def _run(self, batch: Sequence[Sequence[int]]) -> Vectors:
        tokens = np.zeros((len(batch), max(map(len, batch))), dtype=np.int64)
        mask = np.zeros_like(tokens)
        for row, ids in enumerate(batch):
            # What stands behind a text's end is masked, so any token will do there.
            tokens[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        (vectors,) = self.session.run([VECTORS], {TOKENS: tokens, MASK: mask})
        return np.asarray(vectors, dtype=np.float32)


def _session(file: Path) -> "InferenceSession":
    # Not at the top: it is an extra, and who never embeds must not wait for it.
    import onnxruntime  # noqa: PLC0415
    from onnxruntime.capi import onnxruntime_pybind11_state as state  # noqa: PLC0415

    # Its errors have no class in common but the one of all.
    kinds = [kind for kind in vars(state).values() if isinstance(kind, type)]
    faults = tuple(kind for kind in kinds if issubclass(kind, Exception))
    options = onnxruntime.SessionOptions()
    # One for each text: several would wait for each other, on a busy machine for long.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    # What it sets aside for one long batch it would keep for good.
    options.enable_cpu_mem_arena = False
    # Errors come as exceptions; the rest is about the graph, and for its makers.
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except faults as fault:
        raise CannotBeRun(str(fault)) from fault
