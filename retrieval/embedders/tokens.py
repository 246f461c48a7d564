"""A model's tokenizer, read from its folder without the library that runs the model."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer


def load_tokenizer(folder: Path) -> "Tokenizer":
    """It neither cuts nor pads; raises ``ImportError``, ``OSError`` or ``ValueError``."""
    # Not at the top: who never embeds must not wait for it.
    from tokenizers import Tokenizer  # noqa: PLC0415

    tokenizer = Tokenizer.from_buffer((folder / "tokenizer.json").read_bytes())
    # The file may ask to cut at the window, and a count that is cut measures nothing.
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
