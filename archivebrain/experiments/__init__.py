"""EXPERIMENTS: the ordered tuple of what runs in shadow."""

from archivebrain.experiments.base import Experiment
from archivebrain.experiments.graph_lane import GraphLaneFused

__all__ = ["EXPERIMENTS", "Experiment"]

EXPERIMENTS: tuple[Experiment, ...] = (GraphLaneFused(),)
