"""GlossaryTerm: a word as the author uses it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models


class GlossaryTerm(models.Model):
    """A term with the author's definition, its other names and its neighbours."""

    term = models.TextField(unique=True)
    aliases = ArrayField(models.TextField(), default=list, blank=True)
    definition = models.TextField()
    related = ArrayField(models.TextField(), default=list, blank=True)
    essays = ArrayField(models.TextField(), default=list, blank=True, help_text="Slugs.")

    def __str__(self) -> str:
        return self.term
