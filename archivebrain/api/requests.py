"""What programs may send, field by field; the fields check, and save nothing."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from archivebrain.answering.questions import clean
from archivebrain.answering.types import Question, QuestionFault
from archivebrain.api.base import Strict
from retrieval.types import MAX_QUESTION_CHARACTERS, DocType

DEFAULT_LIMIT, MAX_LIMIT = 10, 100
# No archive has more essays; a larger number would not fit the database's either.
MAX_OFFSET = 1_000_000


@extend_schema_field(
    {"type": "string", "minLength": 1, "maxLength": MAX_QUESTION_CHARACTERS}  # checked when asked
)
class QuestionField(serializers.CharField):
    """Any text at all: the question is cleaned, or refused, where every surface's is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_blank=True, trim_whitespace=False, **kwargs)
        self.validators = []

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


class AskRequest(Strict):
    """A question, asked alone."""

    question = QuestionField(help_text="What a reader wants to know.")
    as_of = serializers.DateField(
        required=False, allow_null=True, help_text="Only what was published by then."
    )
    conversation = serializers.JSONField(
        required=False, allow_null=True, help_text="Not carried on: leave it out, or null."
    )
    stream = serializers.BooleanField(
        required=False, default=False, help_text="Not sent in pieces: leave it out, or false."
    )

    def validate_conversation(self, value: object) -> None:
        if value is not None:
            raise serializers.ValidationError(
                "Each question is answered alone here. Write the whole question, "
                "and leave this out."
            )

    def validate_stream(self, value: bool) -> bool:
        if value:
            raise serializers.ValidationError(
                "Answers are not sent in pieces here. Leave this out, and read the whole answer."
            )
        return value


class SearchQuery(Strict):
    """Words to look for, and where."""

    q = QuestionField(help_text="A few words, or a whole question.")
    limit = serializers.IntegerField(
        default=DEFAULT_LIMIT, min_value=1, max_value=MAX_LIMIT, help_text="At most so many."
    )
    as_of = serializers.DateField(required=False, help_text="Only what was published by then.")
    type = serializers.ChoiceField(
        choices=[kind.value for kind in DocType],
        required=False,
        help_text="Only this kind of writing.",
    )

    def validate_q(self, value: str) -> str:
        try:
            return clean(Question(text=value)).text
        except QuestionFault as fault:
            raise serializers.ValidationError(str(fault)) from fault


class PageQuery(Strict):
    """Which part of a list."""

    limit = serializers.IntegerField(
        default=20, min_value=1, max_value=MAX_LIMIT, help_text="At most so many."
    )
    offset = serializers.IntegerField(
        default=0, min_value=0, max_value=MAX_OFFSET, help_text="How many to pass over."
    )
