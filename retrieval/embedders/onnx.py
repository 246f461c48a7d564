"""The embedder by ONNX Runtime: the same model, faster at one text."""

import hashlib
import logging
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from retrieval.embedders.base import EmbedderUnavailable, Vectors
from retrieval.embedders.dealing import BATCH_SIZE, dealt_out
from retrieval.embedders.exported import CannotBeRun, ExportedModel, Form
from retrieval.embedders.local import LocalEmbedder
from retrieval.embedders.processor import multiplies_bf16

# Part of the file's name: another way of exporting never takes an older one's file.
EXPORT = "1"
EXPORT_SECONDS = 300

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Loaded:
    """What is loaded on demand; ``is_given_up``: the reference stands in for good."""

    model: ExportedModel | None = None
    is_given_up: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True, slots=True)
class OnnxEmbedder:
    """A model that ``reference`` describes, exported once into ``home``.

    ``may_stand_in``: whether the reference embeds where an export cannot be had. Only fp32
    gives the reference's vectors, so only there it may.
    """

    reference: LocalEmbedder
    form: Form
    home: Path
    may_stand_in: bool
    _loaded: Loaded = field(default_factory=Loaded, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.reference.name

    @property
    def fingerprint(self) -> str:
        """The model's own for fp32; int8 is a model of its own, and its vectors stay apart."""
        if self.form is Form.FP32:
            return self.reference.fingerprint
        return hashlib.sha256(f"{self.reference.fingerprint} {self.form}".encode()).hexdigest()

    @property
    def dimensions(self) -> int:
        return self.reference.dimensions

    @property
    def window_tokens(self) -> int:
        return self.reference.window_tokens

    @property
    def file(self) -> Path:
        """Where the export lies, by all that shapes it."""
        return self.home / f"{self.reference.fingerprint[:16]}-{self.form}-{EXPORT}.onnx"

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return self.reference.count_tokens(texts)

    def embed(self, texts: Sequence[str]) -> Vectors:
        model = None if self._is_slower_for(texts) else self._model()
        if model is None:
            return self.reference.embed(texts)
        return dealt_out(
            texts,
            threads=self.reference.threads,
            count_tokens=self.count_tokens,
            encode=model.encode,
        )

    def _is_slower_for(self, texts: Sequence[str]) -> bool:
        """Many at once are all products, and the reference has them in bf16 where it can."""
        return self.form is Form.FP32 and len(texts) > BATCH_SIZE and multiplies_bf16()

    def _model(self) -> ExportedModel | None:
        """None where the reference stands in; raises ``EmbedderUnavailable`` where it may not."""
        with self._loaded.lock:
            if self._loaded.model is None and not self._loaded.is_given_up:
                fault = self._load()
                if fault:
                    self._give_up(fault)
            return self._loaded.model

    def _load(self) -> str:
        """Load the export, making it first if need be; why that failed, or nothing."""
        fault = "" if self.file.exists() else self._export()
        if fault:
            return fault
        try:
            self._loaded.model = ExportedModel.load(
                self.file,
                folder=self.reference.folder,
                window_tokens=self.window_tokens,
                dimensions=self.dimensions,
            )
        except CannotBeRun as broken:
            return f"{self.file} cannot be read ({broken}); remove it"
        return ""

    def _export(self) -> str:
        command = ("-m", "retrieval.embedders.exporting", self.name, self.form, str(self.file))
        try:
            run = subprocess.run(
                [sys.executable, *command],
                cwd=Path(__file__).parents[2],
                capture_output=True,
                text=True,
                timeout=EXPORT_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as fault:
            return f"the export failed: {type(fault).__name__}"
        lines = run.stderr.strip().splitlines()
        return "" if run.returncode == 0 else (lines[-1] if lines else "the export was killed")

    def _give_up(self, fault: str) -> None:
        sentence = f"The model {self.name!r} cannot be run by ONNX Runtime: {fault}."
        if not self.may_stand_in:
            raise EmbedderUnavailable(f"{sentence} Mend that, or set EMBED_BACKEND=torch.")
        log.warning("%s It is run by torch instead.", sentence)
        self._loaded.is_given_up = True
