"""Essay: one work of the author. Publication: another place where it lives."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import MD5, Concat
from django.urls import reverse

from retrieval.querysets import EssayQuerySet, PublicationQuerySet
from retrieval.types import DateOrigin, DocType, Visibility


def choices_of(words: type[Visibility | DocType | DateOrigin]) -> list[tuple[str, str]]:
    return [(word.value, word.value.replace("_", " ")) for word in words]


# Parts what a key is made of, so that a word that moves from one to the next is seen.
_PARTED = models.Value("\x1f", output_field=models.TextField())


class Essay(models.Model):
    """One work, counted once, whatever the number of places that carry it.

    Whether the index is behind is a comparison of columns that PostgreSQL computes
    itself (``text_key`` against ``indexed_key``), so no way of writing a row, not even
    raw SQL, can leave an essay silently unindexed.
    """

    slug = models.TextField(unique=True, help_text="The last part of the essay's address.")
    title = models.TextField(help_text="As readers see it.")
    description = models.TextField(blank=True, help_text="One sentence; never quoted.")
    body = models.TextField(help_text="Markdown, without front matter.")
    doc_type = models.CharField(
        max_length=20, choices=choices_of(DocType), default=DocType.ESSAY.value
    )
    visibility = models.CharField(
        max_length=10,
        choices=choices_of(Visibility),
        default=Visibility.DRAFT.value,
        help_text="Public texts are cited. All others are withheld from readers.",
    )
    visibility_reason = models.TextField(blank=True, help_text="Why it is not public.")

    published_on = models.DateField(
        null=True, blank=True, help_text="The calendar date as you wrote it."
    )
    published_at = models.DateTimeField(null=True, blank=True, help_text="The instant, if known.")
    published_origin = models.CharField(
        max_length=12, choices=choices_of(DateOrigin), default=DateOrigin.UNKNOWN.value
    )
    updated_on = models.DateField(null=True, blank=True, help_text="The last edit you dated.")
    updated_origin = models.CharField(
        max_length=12, choices=choices_of(DateOrigin), default=DateOrigin.UNKNOWN.value
    )

    language = models.CharField(max_length=16, default="en")
    series = models.TextField(blank=True)
    authors = ArrayField(models.TextField(), default=list, blank=True)
    tags = ArrayField(models.TextField(), default=list, blank=True)
    canonical_url = models.TextField(blank=True, help_text="Where readers should be sent.")
    own_url = models.TextField(
        blank=True, help_text="Where this text itself lives, if that is elsewhere."
    )

    source_root = models.TextField(blank=True, help_text="The folder it was imported from.")
    source_path = models.TextField(blank=True, help_text="The file below that folder.")
    source_format = models.CharField(
        max_length=12, blank=True, help_text="What the text was read from: markdown, wordpress, …"
    )
    platform = models.TextField(blank=True, help_text="Where this text was published first.")
    imported_at = models.DateTimeField(auto_now_add=True)

    text_key = models.GeneratedField(
        # The language decides how words are stemmed, and so which of them are found.
        expression=MD5(
            Concat("title", _PARTED, "body", _PARTED, "language", output_field=models.TextField())
        ),
        output_field=models.CharField(max_length=32),
        db_persist=True,
    )
    indexed_key = models.CharField(max_length=32, blank=True, default="", editable=False)
    indexed_recipe = models.CharField(max_length=64, blank=True, default="", editable=False)
    indexed_at = models.DateTimeField(null=True, blank=True, editable=False)
    index_fault = models.TextField(blank=True, default="", editable=False)
    links = ArrayField(models.TextField(), default=list, blank=True, editable=False)

    objects = EssayQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="essay_visibility_known",
                condition=models.Q(visibility__in=[word.value for word in Visibility]),
            ),
            models.CheckConstraint(
                name="essay_date_and_origin_agree",
                violation_error_message="A date needs an origin; a missing one is unknown.",
                condition=models.Q(
                    published_on__isnull=True, published_origin=DateOrigin.UNKNOWN.value
                )
                | (
                    models.Q(published_on__isnull=False)
                    & ~models.Q(published_origin=DateOrigin.UNKNOWN.value)
                ),
            ),
        ]
        indexes = [
            models.Index(fields=["published_on"], name="essay_published_on"),
            models.Index(fields=["source_root", "source_path"], name="essay_source"),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("essay", args=[self.slug])


class Publication(models.Model):
    """Another place where an essay lives, with the title that it bears there.

    One that was imported keeps its own text and where it was read, so that the next import
    knows it again, and the author may choose it as the text of the essay. ``slug`` is the
    one it had while it was taken for an essay of its own; links to it lead to the essay.
    """

    essay = models.ForeignKey(Essay, on_delete=models.CASCADE, related_name="publications")
    platform = models.TextField(blank=True, help_text="The journal, site or newsletter.")
    title = models.TextField(blank=True, help_text="Its title there, if it differs.")
    url = models.TextField(blank=True, help_text="The address there.")
    published_on = models.DateField(null=True, blank=True, help_text="When it appeared there.")
    visibility = models.CharField(
        max_length=10,
        choices=choices_of(Visibility),
        default=Visibility.PUBLIC.value,
        help_text="Readers are told of public places alone.",
    )
    body = models.TextField(blank=True, help_text="Its text there, as Markdown.")
    slug = models.TextField(blank=True, help_text="Its slug while it was an essay of its own.")
    source_root = models.TextField(blank=True)
    source_path = models.TextField(blank=True)
    source_format = models.CharField(max_length=12, blank=True)

    objects = PublicationQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["essay", "url"],
                condition=~models.Q(url=""),
                name="publication_once_per_essay",
            ),
            models.UniqueConstraint(
                fields=["source_root", "source_path"],
                condition=~models.Q(source_path=""),
                name="publication_of_one_source",
            ),
            models.UniqueConstraint(
                fields=["slug"], condition=~models.Q(slug=""), name="publication_slug_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.platform}: {self.title or self.essay.title}"
