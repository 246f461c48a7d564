"""The author's curation: links and claims as given, and the graph that is made of all of it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from retrieval.types import LinkKind, NodeKind


class CuratedLink(models.Model):
    """A link that the author drew. Its ends are written as in the file: a slug, term:, concept:."""

    start = models.TextField(help_text="A slug, term:Receipt or concept:code-review.")
    end = models.TextField(help_text="The same.")
    kind = models.CharField(
        max_length=20, choices=[(kind.value, kind.value.replace("_", " ")) for kind in LinkKind]
    )
    note = models.TextField(blank=True, default="", help_text="Why, in a sentence.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["start", "end", "kind"], name="link_drawn_once"),
            models.CheckConstraint(name="link_leads_elsewhere", condition=~Q(start=F("end"))),
        ]

    def __str__(self) -> str:
        return f"{self.start} {self.kind} {self.end}"


class Claim(models.Model):
    """Words of an essay that are worth citing, and what they are about."""

    key = models.TextField("id", unique=True, help_text="Your own id of the claim.")
    essay_slug = models.TextField("essay", help_text="The slug of the essay.")
    text = models.TextField(help_text="The exact words, as they stand in the essay.")
    about = ArrayField(models.TextField(), default=list, blank=True)

    def __str__(self) -> str:
        return self.key


class GraphNode(models.Model):
    """Something that a question may name, or that can be reached from it.

    An essay's node has no name: what it is called, and whether it may be seen, is for the
    essay's own row to say.
    """

    kind = models.CharField(max_length=10, choices=[(kind.value, kind.value) for kind in NodeKind])
    key = models.TextField(help_text="A slug, a term, or the author's own id.")
    names = ArrayField(models.TextField(), default=list)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="node_once")]

    def __str__(self) -> str:
        return f"{self.kind}:{self.key}"


class GraphEdge(models.Model):
    """One step from node to node; lanes walk it both ways."""

    start = models.ForeignKey(GraphNode, on_delete=models.CASCADE, related_name="edges_out")
    end = models.ForeignKey(GraphNode, on_delete=models.CASCADE, related_name="edges_in")
    kind = models.CharField(max_length=20, help_text="What the step says.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["start", "end", "kind"], name="edge_once")]

    def __str__(self) -> str:
        return f"{self.start_id} {self.kind} {self.end_id}"
