"""The default provider: the author's own sentences, picked and dated."""

from archivebrain.providers.extractive.provider import Extractive

__all__ = ["Extractive"]
