"""The author's desk for the application's own tables; Django finds it under this name."""

from archivebrain.admin import canary, copies, evaluation, feedback, keys, spending

__all__ = ["canary", "copies", "evaluation", "feedback", "keys", "spending"]
