"""The author's desk for the application's own tables; Django finds it under this name."""

from archivebrain.admin import copies, evaluation, keys, spending

__all__ = ["copies", "evaluation", "keys", "spending"]
