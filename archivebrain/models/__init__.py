"""The application's own tables."""

from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest
from archivebrain.models.deliveries import Delivery
from archivebrain.models.evaluation import EvaluationRun, GoldenCase, HoldoutSeal
from archivebrain.models.experiments import ShadowRun
from archivebrain.models.feedback import Feedback

__all__ = [
    "ApiKey",
    "Delivery",
    "EvaluationRun",
    "Feedback",
    "GoldenCase",
    "HoldoutSeal",
    "KeyHolder",
    "KeyRequest",
    "ShadowRun",
]
