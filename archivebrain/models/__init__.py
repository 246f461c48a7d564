"""The application's own tables."""

from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest

__all__ = ["ApiKey", "KeyHolder", "KeyRequest"]
