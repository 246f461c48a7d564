"""The author's desk for the application's own tables; Django finds it under this name."""

from archivebrain.admin import evaluation, keys

__all__ = ["evaluation", "keys"]
