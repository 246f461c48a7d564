"""Chunk: a piece of an essay under its headings. The others: how it is found."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from pgvector.django import HalfVectorField

from retrieval.models.essays import Essay


class Chunk(models.Model):
    """A piece of an essay that fits the embedder's window, prefix included.

    ``key`` is a fixed-width hash of essay, content and occurrence: stable over runs,
    whatever the length of the slug. ``content_hash`` covers all that shapes the vector.
    """

    key = models.CharField(max_length=32, unique=True)
    essay = models.ForeignKey(
        Essay, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    ordinal = models.IntegerField(help_text="Its place in the essay, from 0.")
    heading_path = ArrayField(models.TextField(), default=list)
    anchor = models.TextField(blank=True, help_text="The innermost heading's id on the page.")
    text = models.TextField(help_text="Markdown exactly as the essay has it.")
    plain = models.TextField(help_text="The same without marks; what is quoted.")
    content_hash = models.CharField(max_length=64)
    token_count = models.IntegerField(help_text="Of the embedded text, prefix included.")
    # The number of words that the keyword lane counts: the dl of BM25.
    word_count = models.IntegerField(default=0)

    class Meta:
        constraints = [
            # Checked at commit, because re-indexing shifts ordinals one by one.
            models.UniqueConstraint(
                fields=["essay", "ordinal"],
                name="chunk_ordinal_once_per_essay",
                deferrable=models.Deferrable.DEFERRED,
            )
        ]
        # The mean length of chunks is read from the index alone, without their texts.
        indexes = [models.Index(fields=["essay"], include=["word_count"], name="chunk_essay")]

    def __str__(self) -> str:
        return f"{self.under}, chunk {self.ordinal + 1}"

    @property
    def under(self) -> str:
        """Where in its essay it stands, as the desk tells it."""
        return " > ".join(self.heading_path) or "the opening"


class ChunkVector(models.Model):
    """The vector of a chunk, apart from its text, so that an exact scan reads little.

    ``fingerprint`` names weights, pooling and window of the model that made it; vectors
    of different fingerprints are never compared. ``is_public`` only sorts vectors for the
    index of neighbours; who may see a chunk is asked of its essay.
    """

    chunk = models.OneToOneField(Chunk, on_delete=models.CASCADE, primary_key=True)
    essay = models.ForeignKey(Essay, on_delete=models.CASCADE)
    fingerprint = models.CharField(max_length=64)
    vector = HalfVectorField(help_text="Unit length.")
    is_public = models.BooleanField(
        db_default=False,
        editable=False,
        help_text="PostgreSQL keeps it so: whether the essay is public.",
    )

    def __str__(self) -> str:
        return f"vector of chunk {self.chunk_id}"


class Posting(models.Model):
    """One word of one chunk, with its count: what BM25 adds up.

    ``visibility`` is the essay's, brought here by the database itself whenever that changes,
    so that a search reads one index and asks no essay.
    """

    lexeme = models.TextField()
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, db_index=True)
    # The chunk's own, and so are its end and the check that it is there: to look for an essay's
    # postings would read all that there are, as no index begins with it.
    essay = models.ForeignKey(
        Essay, on_delete=models.DO_NOTHING, db_index=False, db_constraint=False
    )
    visibility = models.CharField(max_length=10)
    frequency = models.SmallIntegerField()
    word_count = models.IntegerField(help_text="Of the whole chunk.")

    class Meta:
        indexes = [
            models.Index(
                fields=["lexeme", "visibility", "chunk"],
                include=["essay", "frequency", "word_count"],
                name="posting_of_lexeme",
            )
        ]

    def __str__(self) -> str:
        return f"{self.lexeme} in chunk {self.chunk_id}"


class Tally(models.Model):
    """By how much a change of the postings raised or lowered the count of one word.

    The count is the sum over all of a word's rows. The database writes them, in the
    transaction of the change; as nothing is overwritten, no two writers meet.
    """

    lexeme = models.TextField()
    visibility = models.CharField(max_length=10)
    chunk_count = models.BigIntegerField()
    word_count = models.BigIntegerField(help_text="Of all those chunks.")

    class Meta:
        indexes = [
            # With this operator class the index also finds words by their beginning.
            models.Index(
                fields=["lexeme", "visibility"],
                opclasses=["text_pattern_ops", "varchar_ops"],
                include=["chunk_count", "word_count"],
                name="tally_of_lexeme",
            )
        ]

    def __str__(self) -> str:
        return f"{self.chunk_count:+d} chunks with {self.lexeme}"


class EssayTally(models.Model):
    """By how much a change of the essays moved the stamp of one visibility.

    Kept as those of words are: the stamp is made of the sums over all rows. ``digest``: the
    hashes of what a search or a citation shows of each essay, and of when it was indexed.
    """

    visibility = models.CharField(max_length=10)
    essay_count = models.BigIntegerField()
    digest = models.DecimalField(max_digits=40, decimal_places=0)

    def __str__(self) -> str:
        return f"{self.essay_count:+d} {self.visibility} essays"
