"""The application's own tables."""

from archivebrain.models.access import ApiKey, KeyHolder, KeyRequest
from archivebrain.models.evaluation import EvaluationRun, GoldenCase, HoldoutSeal

__all__ = ["ApiKey", "EvaluationRun", "GoldenCase", "HoldoutSeal", "KeyHolder", "KeyRequest"]
