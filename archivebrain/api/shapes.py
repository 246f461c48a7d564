"""What programs get, for the schema; a test holds every real response against it."""

from typing import Any

from rest_framework import serializers

from archivebrain.answering.types import Match, QuoteVerdict, Status
from archivebrain.providers.types import Verdict
from ledger.types import Basis, Change, Label, Lifecycle
from retrieval.corpus.planning import Action
from retrieval.differing import Whose
from retrieval.types import Bucket, DocType

Shape = serializers.Serializer[Any]


class EssayReference(Shape):
    """The essay that a passage stands in."""

    slug = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField(help_text="The author's own address, or else ours.")
    published = serializers.DateField(allow_null=True)
    doc_type = serializers.ChoiceField(choices=[kind.value for kind in DocType])


class Lanes(Shape):
    """The rank in each lane, from 1; null where a lane had it not."""

    vector = serializers.IntegerField(allow_null=True)
    keyword = serializers.IntegerField(allow_null=True)
    graph = serializers.IntegerField(allow_null=True)


class SearchHit(Shape):
    """One passage, with its score split in two."""

    rank = serializers.IntegerField()
    score = serializers.FloatField()
    essay = EssayReference()
    heading = serializers.CharField(allow_blank=True)
    text = serializers.CharField(help_text="Markdown as it stands in the essay.")
    deep_link = serializers.URLField(help_text="Our page, at the heading, with the words marked.")
    lanes = Lanes()
    base = serializers.FloatField()
    boost = serializers.FloatField()
    bucket = serializers.ChoiceField(choices=[bucket.value for bucket in Bucket])


class SearchResults(Shape):
    """What a search found, best first."""

    query = serializers.CharField()
    results = SearchHit(many=True)
    degraded = serializers.ListField(child=serializers.CharField(), help_text="What was down.")
    took_ms = serializers.IntegerField()
    versions = serializers.DictField(child=serializers.CharField(allow_blank=True))


class SentenceShape(Shape):
    """A sentence of an answer, its numbers, and how far the words behind them bear it out."""

    text = serializers.CharField()
    citations = serializers.ListField(child=serializers.IntegerField())
    verdict = serializers.ChoiceField(
        choices=[one.value for one in Verdict if one is not Verdict.NONE],
        allow_null=True,
        help_text="Null for what the site itself says.",
    )


class CitationShape(Shape):
    """Exact words of the author's, and where they stand."""

    n = serializers.IntegerField()
    slug = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()
    deep_link = serializers.URLField()
    heading = serializers.CharField(allow_blank=True)
    published = serializers.DateField(allow_null=True)
    quote = serializers.CharField()


class PositionBeside(Shape):
    """One of the author's dated views that the question is about."""

    concept = serializers.CharField()
    stance = serializers.CharField()
    dated = serializers.DateField(allow_null=True)
    lifecycle = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    url = serializers.URLField()


class Live(Shape):
    """A fact from outside the writing; it is never cited."""

    text = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a field of that name
    fetched = serializers.DateTimeField()


class Usage(Shape):
    """What the answer cost."""

    input_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    cost_usd = serializers.FloatField()


class AnswerShape(Shape):
    """A finished answer, or the site's own words that the writing does not cover it."""

    id = serializers.CharField()
    status = serializers.ChoiceField(choices=[status.value for status in Status])
    searched_for = serializers.CharField(
        allow_null=True, help_text="The whole question that a follow-up was made into."
    )
    answer = serializers.CharField(help_text="Markdown with markers [1], [2].")
    sentences = SentenceShape(many=True)
    citations = CitationShape(many=True)
    positions = PositionBeside(many=True)
    live = Live(allow_null=True)
    corrections = serializers.ListField(child=serializers.CharField())
    degraded = serializers.ListField(child=serializers.CharField(), help_text="What was down.")
    suggestions = serializers.ListField(child=serializers.CharField())
    usage = Usage()
    took_ms = serializers.IntegerField()
    versions = serializers.DictField(child=serializers.CharField(allow_blank=True))


class BriefEssay(Shape):
    """An essay without its text."""

    slug = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField(help_text="The author's own address, or else ours.")
    deep_link = serializers.URLField(help_text="Our own page of it.")
    published = serializers.DateField(allow_null=True)
    updated = serializers.DateField(allow_null=True)
    doc_type = serializers.ChoiceField(choices=[kind.value for kind in DocType])
    language = serializers.CharField()
    series = serializers.CharField(allow_blank=True)
    tags = serializers.ListField(child=serializers.CharField())
    description = serializers.CharField(allow_blank=True)


class Part(Shape):
    """A part of a list: how long the whole is, and where the parts beside it are."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class EssayPage(Part):
    """A part of the list of essays, newest first."""

    results = BriefEssay(many=True)


class PlaceShape(Shape):
    """Another place where an essay lives."""

    platform = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()


class ReceiptEssay(Shape):
    """The essay that holds a position's receipt."""

    slug = serializers.CharField()
    title = serializers.CharField()


class PositionShape(Shape):
    """A dated view of the author's. Lifecycle and label are computed, never typed in."""

    id = serializers.CharField()
    concept = serializers.CharField()
    stance = serializers.CharField()
    dated = serializers.DateField(allow_null=True)
    basis = serializers.ChoiceField(choices=[basis.value for basis in Basis])
    lifecycle = serializers.ChoiceField(choices=[one.value for one in Lifecycle])
    label = serializers.ChoiceField(choices=[label.value for label in Label])  # type: ignore[assignment]  # a field of that name
    change = serializers.ChoiceField(choices=[change.value for change in Change], allow_null=True)
    supersedes = serializers.CharField(allow_null=True)
    reaffirms = serializers.CharField(allow_null=True)
    retracted = serializers.DateField(allow_null=True)
    because = serializers.CharField(allow_blank=True)
    is_notice = serializers.BooleanField(help_text="A retraction, which is nobody's view.")
    essay = ReceiptEssay()
    receipt = serializers.CharField(help_text="The exact words in the essay.")
    deep_link = serializers.URLField()
    url = serializers.URLField(help_text="The concept's page.")


class WholeEssay(BriefEssay):
    """An essay with its text."""

    authors = serializers.ListField(child=serializers.CharField())
    markdown = serializers.CharField(allow_blank=True, help_text="As readers get it.")
    also_published = PlaceShape(many=True)
    positions = PositionShape(many=True)


class RelatedTerm(Shape):
    """A neighbour in the glossary."""

    term = serializers.CharField()
    url = serializers.URLField()


class TermShape(Shape):
    """A word as the author uses it."""

    term = serializers.CharField()
    aliases = serializers.ListField(child=serializers.CharField())
    definition = serializers.CharField()
    url = serializers.URLField()
    related = RelatedTerm(many=True)
    essays = BriefEssay(many=True)


class QuotedEssayShape(Shape):
    """The essay in which quoted words stand."""

    slug = serializers.CharField()
    title = serializers.CharField()
    url = serializers.URLField()
    published = serializers.DateField(allow_null=True)


class FoundWordsShape(Shape):
    """Words as an essay has them, with their place and their day."""

    words = serializers.CharField()
    essay = QuotedEssayShape()
    deep_link = serializers.URLField()
    dated = serializers.DateField(allow_null=True)


class StretchShape(Shape):
    """Words in a row, and who has them."""

    whose = serializers.ChoiceField(choices=[whose.value for whose in Whose])
    words = serializers.CharField()


class VerificationShape(Shape):
    """What became of a quotation in the public writing."""

    quote = serializers.CharField()
    verdict = serializers.ChoiceField(choices=[verdict.value for verdict in QuoteVerdict])
    match = serializers.ChoiceField(choices=[match.value for match in Match], allow_null=True)
    words = serializers.CharField(allow_blank=True, help_text="As the essay has them.")
    essay = QuotedEssayShape(allow_null=True)
    deep_link = serializers.URLField(allow_null=True)
    dated = serializers.DateField(
        allow_null=True, help_text="When they were said; of an update inside an essay its own day."
    )
    first = serializers.DateField(allow_null=True, help_text="The earliest day they were said.")
    parts = FoundWordsShape(many=True, help_text="Of a stitched quotation, in its order.")
    differences = StretchShape(many=True, help_text="Of an altered quotation, in its order.")
    positions = PositionBeside(many=True, help_text="The dated views that the words state.")


class FeedbackShape(Shape):
    """What was kept."""

    answer = serializers.CharField()
    verdict = serializers.CharField()
    reasons = serializers.ListField(child=serializers.CharField())


class PublishOutcome(Shape):
    """What became of the essay."""

    outcome = serializers.ChoiceField(choices=[action.value for action in Action])
    slug = serializers.CharField(allow_null=True)
    visibility = serializers.CharField(allow_null=True)
    warnings = serializers.ListField(child=serializers.CharField())


class PositionPage(Part):
    """A part of the list of positions, concept by concept, oldest first."""

    results = PositionShape(many=True)


class BriefConcept(Shape):
    """A concept with what is held on it today."""

    slug = serializers.CharField()
    name = serializers.CharField()
    url = serializers.URLField()
    changes = serializers.IntegerField()
    now = PositionShape(many=True)


class ConceptPage(Part):
    """A part of the list of concepts that have a public position."""

    results = BriefConcept(many=True)


class ConceptStory(BriefConcept):
    """A concept with all that was held on it, oldest first."""

    positions = PositionShape(many=True)


class KeyPromise(Shape):
    """The same for every address."""

    detail = serializers.CharField()


class FieldFaultShape(Shape):
    """What is wrong with one field; an empty name means the whole of the request."""

    field = serializers.CharField(allow_blank=True)
    detail = serializers.CharField()


class ProblemShape(Shape):
    """A failure (RFC 9457), sent as application/problem+json."""

    type = serializers.URLField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField()
    errors = FieldFaultShape(many=True, required=False)  # type: ignore[assignment]  # the same
    request_id = serializers.CharField()
