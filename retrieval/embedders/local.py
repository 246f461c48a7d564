"""The local model by sentence-transformers; the only module that imports it."""

import copy
import os
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Self

import numpy as np

from retrieval.embedders.base import EmbedderUnavailable, Vectors
from retrieval.embedders.dealing import BATCH_SIZE, dealt_out, in_batches
from retrieval.embedders.folders import folder_of, shape_of
from retrieval.embedders.processor import multiplies_bf16
from retrieval.embedders.tokens import load_tokenizer

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer


class Precision(StrEnum):
    """The numbers in which matrices are multiplied; no part of the fingerprint."""

    BEST = "best"
    FP32 = "fp32"


@dataclass(slots=True)
class Loaded:
    """What is loaded on demand; importing the library alone takes five seconds.

    ``models``: copies that share their weights, one for each thread that may embed at
    once, because a tokenizer in use by two threads fails.
    """

    tokenizer: "Tokenizer | None" = None
    models: "SimpleQueue[SentenceTransformer] | None" = None
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True)
class LocalEmbedder:
    """A sentence-transformers model in a folder, loaded when the first text comes."""

    name: str
    folder: Path
    fingerprint: str
    dimensions: int
    window_tokens: int
    threads: int
    precision: Precision
    _loaded: Loaded = field(default_factory=Loaded, repr=False, compare=False)

    @classmethod
    def named(cls, name: str, *, threads: int, precision: Precision = Precision.BEST) -> Self:
        """Find and identify a model without loading it; raises ``EmbedderUnavailable``."""
        folder = folder_of(name)
        shape = shape_of(folder, name=name)
        return cls(
            name=name,
            folder=folder,
            fingerprint=shape.fingerprint,
            dimensions=shape.dimensions,
            window_tokens=shape.window_tokens,
            threads=threads,
            precision=precision,
        )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encodings = self._tokenizer().encode_batch(list(texts))
        return [len(encoding.ids) for encoding in encodings]

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Of a text beyond the window only the beginning is read, as of a long question."""
        return dealt_out(
            texts, threads=self.threads, count_tokens=self.count_tokens, encode=self._encode
        )

    def _encode(self, texts: Sequence[str]) -> Vectors:
        is_one = 0 < len(texts) <= BATCH_SIZE
        batches = [[*range(len(texts))]] if is_one else in_batches(self.count_tokens(texts))
        values = np.empty((len(texts), self.dimensions), dtype=np.float32)
        models = self._models()
        model = models.get()
        try:
            for batch in batches:
                values[batch] = model.encode([texts[at] for at in batch], show_progress_bar=False)
        finally:
            models.put(model)
        norms = np.linalg.norm(values, axis=1, keepdims=True)
        return np.asarray(values / np.where(norms > 0, norms, 1), dtype=np.float32)

    def _tokenizer(self) -> "Tokenizer":
        with self._loaded.lock:
            if self._loaded.tokenizer is None:
                self._loaded.tokenizer = self._load_tokenizer()
            return self._loaded.tokenizer

    def _models(self) -> "SimpleQueue[SentenceTransformer]":
        with self._loaded.lock:
            if self._loaded.models is None:
                self._loaded.models = _copies(self.load_model(), count=self.threads)
            return self._loaded.models

    def _load_tokenizer(self) -> "Tokenizer":
        try:
            return load_tokenizer(self.folder)
        except (ImportError, OSError, ValueError) as fault:
            raise self._unavailable(fault) from fault

    def load_model(self) -> "SentenceTransformer":
        """The library's own model; raises ``EmbedderUnavailable``."""
        # The folder is complete: a question to the hub could only delay or fail.
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
        try:
            # Not at the top: five seconds that a command without a question never needs.
            import torch  # noqa: PLC0415
            from safetensors import SafetensorError  # noqa: PLC0415
            from sentence_transformers import SentenceTransformer  # noqa: PLC0415
            from transformers.utils.logging import disable_progress_bar  # noqa: PLC0415
        except (ImportError, OSError) as fault:
            raise self._unavailable(fault) from fault
        disable_progress_bar()
        # One for each text: several would wait for each other, on a busy machine for long.
        torch.set_num_threads(1)
        try:
            model = SentenceTransformer(str(self.folder), device="cpu")
        except (OSError, ValueError, KeyError, RuntimeError, SafetensorError) as fault:
            raise self._unavailable(fault) from fault
        model.max_seq_length = self.window_tokens
        if self.precision is Precision.BEST and multiplies_bf16():
            _multiply_in_bf16(model)
        return model

    def _unavailable(self, fault: Exception) -> EmbedderUnavailable:
        return EmbedderUnavailable(
            f"The embedding model {self.name!r} cannot be loaded from {self.folder}: {fault}. "
            "Run `make setup`, or name another folder in EMBEDDING_MODEL."
        )


def _copies(model: "SentenceTransformer", *, count: int) -> "SimpleQueue[SentenceTransformer]":
    models: SimpleQueue[SentenceTransformer] = SimpleQueue()
    models.put(model)
    for _ in range(count - 1):
        shared = {id(weights): weights for weights in (*model.parameters(), *model.buffers())}
        models.put(copy.deepcopy(model, shared))
    return models


def _multiply_in_bf16(model: "SentenceTransformer") -> None:
    """Only matrix products: norms, attention and pooling stay in fp32.

    With all weights in bf16 the vectors were three times as far from those of fp32.
    """
    import torch  # noqa: PLC0415

    for module in model.modules():
        if isinstance(module, torch.nn.Linear):
            module.to(torch.bfloat16)
            module.register_forward_pre_hook(lambda _, given: (given[0].to(torch.bfloat16),))
            module.register_forward_hook(lambda _, __, product: product.float())
