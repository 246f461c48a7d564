"""The top of the house: settings, the answer engine and the mouths."""

from archivebrain.celery import app as celery_app

__all__ = ["celery_app"]
