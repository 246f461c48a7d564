"""The application's own tables."""

from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest
from archivebrain.models.canary import CanaryRun
from archivebrain.models.deliveries import Delivery
from archivebrain.models.evaluation import EvaluationRun, GoldenCase, HoldoutSeal
from archivebrain.models.experiments import ShadowRun
from archivebrain.models.feedback import Feedback
from archivebrain.models.kept import KeptAnswer, KeptEvidence
from archivebrain.models.spending import ModelCall, Purpose

__all__ = [
    "ApiKey",
    "CanaryRun",
    "Delivery",
    "EvaluationRun",
    "Feedback",
    "GoldenCase",
    "HoldoutSeal",
    "KeptAnswer",
    "KeptEvidence",
    "KeyHolder",
    "KeyRequest",
    "ModelCall",
    "Purpose",
    "ShadowRun",
]
