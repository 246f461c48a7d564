"""The author's desk for the application's own tables; Django finds it under this name."""

from archivebrain.admin import copies, evaluation, feedback, keys, spending

__all__ = ["copies", "evaluation", "feedback", "keys", "spending"]
