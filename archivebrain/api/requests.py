"""What programs may send, field by field; the fields check, and save nothing."""

from datetime import MAXYEAR
from typing import Any

from django.core.validators import MaxLengthValidator
from drf_spectacular.utils import (
    OpenApiExample,
    extend_schema_field,
    extend_schema_serializer,
)
from rest_framework import serializers

from archivebrain.answering.questions import clean
from archivebrain.answering.types import Question, QuestionFault
from archivebrain.api.base import Strict
from archivebrain.models.feedback import ANSWER_ID, Reason, Verdict
from retrieval.corpus.delivering import is_html, path_fault
from retrieval.languages import is_tag
from retrieval.types import MAX_QUESTION_CHARACTERS, DocType

DEFAULT_LIMIT, MAX_LIMIT = 10, 100
TOO_LONG = f"This is longer than {MAX_QUESTION_CHARACTERS} characters; shorten it."
# More than are read, so that a client may send what it has.
MAX_TURNS = 50
# No archive has more essays; a larger number would not fit the database's either.
MAX_OFFSET = 1_000_000
# What each kind of delivery carries.
NEEDED = {"essay.published": {"path", "markdown"}, "essay.withdrawn": {"slug"}}
NEEDED_OF_A_PAGE = {"path", "html"}


# Where it is asked, because there every surface's is.
@extend_schema_field({"type": "string", "minLength": 1, "maxLength": MAX_QUESTION_CHARACTERS})
class QuestionField(serializers.CharField):
    """Any text at all: the question is cleaned, or refused, where every surface's is."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(allow_blank=True, trim_whitespace=False, **kwargs)
        # Its own ones refuse what is cleaned away there.
        self.validators = list(kwargs.get("validators", ()))

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return data


A_QUESTION = OpenApiExample(
    "A question", value={"question": "What makes a timetable a promise?"}, request_only=True
)
A_DATED_QUESTION = OpenApiExample(
    "As it stood then",
    value={"question": "Are e-bikes cheating?", "as_of": "2020-12-31"},
    request_only=True,
)


A_FOLLOW_UP = OpenApiExample(
    "Asked further",
    value={
        "question": "And before that?",
        "conversation": [{"question": "What did the author think of e-bikes in 2021?"}],
    },
    request_only=True,
)


class EarlierTurn(Strict):
    """A turn of the conversation. Only the question is read, to make a follow-up whole."""

    question = QuestionField(
        validators=[MaxLengthValidator(MAX_QUESTION_CHARACTERS, TOO_LONG)],
        help_text="As it was asked, or as it was searched for.",
    )
    answer = serializers.JSONField(
        required=False, allow_null=True, help_text="May be sent along, and is not read."
    )


@extend_schema_serializer(examples=[A_QUESTION, A_DATED_QUESTION, A_FOLLOW_UP])
class AskRequest(Strict):
    """A question, alone or after others."""

    question = QuestionField(help_text="What a reader wants to know.")
    as_of = serializers.DateField(
        required=False, allow_null=True, help_text="Only what was published by then."
    )
    conversation = EarlierTurn(  # type: ignore[call-arg]  # of the list that many makes of it
        many=True,
        required=False,
        allow_null=True,
        max_length=MAX_TURNS,
        help_text="What the same reader asked before, oldest first. It is kept nowhere.",
    )
    stream = serializers.BooleanField(
        required=False, default=False, help_text="Sent sentence by sentence, as server-sent events."
    )


class SearchQuery(Strict):
    """Words to look for, and where."""

    q = QuestionField(help_text="A few words, or a whole question.")
    limit = serializers.IntegerField(
        default=DEFAULT_LIMIT, min_value=1, max_value=MAX_LIMIT, help_text="At most so many."
    )
    as_of = serializers.DateField(required=False, help_text="Only what was published by then.")
    year = serializers.IntegerField(
        required=False, min_value=1, max_value=MAXYEAR, help_text="Only what this year published."
    )
    type = serializers.ChoiceField(
        choices=[kind.value for kind in DocType],
        required=False,
        help_text="Only this kind of writing.",
    )
    language = serializers.CharField(
        required=False, help_text="Only essays in it: a tag such as de, whatever the region."
    )

    def validate_language(self, value: str) -> str:
        if not is_tag(value):
            raise serializers.ValidationError("This is no tag of a language; write it as de or en.")
        return value

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


class LongPageQuery(PageQuery):
    """Which part of a list that is mostly read whole."""

    limit = serializers.IntegerField(
        default=MAX_LIMIT, min_value=1, max_value=MAX_LIMIT, help_text="At most so many."
    )


class QuoteRequest(Strict):
    """Words that the author is said to have written."""

    quote = QuestionField(help_text="The words, without the marks around them.")
    essay = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=MAX_QUESTION_CHARACTERS,
        help_text="The slug or title of the essay that they are said to be from.",
    )


class FeedbackRequest(Strict):
    """A verdict on an answer."""

    answer = serializers.RegexField(ANSWER_ID, trim_whitespace=False, help_text="The answer's id.")
    verdict = serializers.ChoiceField(choices=[word.value for word in Verdict])
    reasons = serializers.ListField(
        child=serializers.ChoiceField(choices=[word.value for word in Reason]),
        default=list,
        max_length=len(Reason),
        help_text="Only beside the verdict wrong.",
    )

    def validate(self, attrs: Any) -> Any:
        if attrs["reasons"] and attrs["verdict"] != Verdict.WRONG.value:
            raise serializers.ValidationError({"reasons": "Give reasons only for a wrong answer."})
        return attrs


class Delivered(Strict):
    """``path`` and text of an essay that is published, ``slug`` of a withdrawn one."""

    path = serializers.CharField(
        required=False, help_text="Below your archive's folder, as essays/2026-05-01-bread.md."
    )
    markdown = serializers.CharField(
        required=False, trim_whitespace=False, help_text="The whole file, with its front matter."
    )
    html = serializers.CharField(
        required=False,
        trim_whitespace=False,
        help_text="In place of markdown where path ends in .html; front matter above it, too.",
    )
    slug = serializers.CharField(required=False, help_text="Of the essay that is withdrawn.")

    def validate_path(self, value: str) -> str:
        fault = path_fault(value)
        if fault:
            raise serializers.ValidationError(fault)
        return value


class PublishRequest(Strict):
    """What happened to an essay."""

    type = serializers.ChoiceField(choices=list(NEEDED))
    data = Delivered()  # type: ignore[assignment]  # a field of that name

    def validate(self, attrs: Any) -> Any:
        needed, given = NEEDED[attrs["type"]], set(attrs["data"])
        if "markdown" in needed and is_html(attrs["data"].get("path", "")):
            needed = NEEDED_OF_A_PAGE
        if given != needed:
            words = f"{attrs['type']} needs {' and '.join(sorted(needed))}, and nothing else."
            raise serializers.ValidationError({"data": words})
        return attrs


class PositionsQuery(LongPageQuery):
    """Which positions, as of when, and which part of their list."""

    concept = serializers.CharField(required=False, help_text="The slug of one concept.")
    as_of = serializers.DateField(
        required=False, help_text="As it stood on this day; later and undated ones are left out."
    )


class KeyWish(Strict):
    """To whom a key is sent."""

    email = serializers.CharField(max_length=500, help_text="One plain address.")
    wants_list = serializers.BooleanField(
        default=False, help_text="Whether to be put on the author's list too."
    )
