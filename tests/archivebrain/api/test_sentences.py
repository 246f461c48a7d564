"""No sentence of the framework's reaches a program: each says in our words what to do."""

import json

import pytest
from django.test import Client
from rest_framework import serializers

from archivebrain.api.sentences import in_our_words


class Everything(serializers.Serializer[object]):
    """One field of each kind that the API takes."""

    text = serializers.CharField(max_length=3)
    number = serializers.IntegerField(min_value=2, max_value=5)
    day = serializers.DateField()
    switch = serializers.BooleanField()
    choice = serializers.ChoiceField(choices=["a"])
    words = serializers.ListField(child=serializers.CharField(), max_length=1, allow_empty=False)


@pytest.mark.parametrize(
    "given",
    [
        {},
        dict.fromkeys(("text", "number", "day", "switch", "choice", "words")),
        {"text": 5.5j, "number": "x", "day": "x", "switch": "x", "choice": "x", "words": "x"},
        {"text": "long", "number": 9, "day": 5, "switch": [], "choice": [], "words": []},
        {"text": "", "number": 1, "words": ["a", "b"]},
    ],
)
def test_every_fault_that_the_framework_finds_is_told_in_our_words(given: object) -> None:
    fields = Everything(data=given)
    fields.is_valid()

    theirs = [str(one) for found in fields.errors.values() for one in found]
    assert theirs
    assert [one for one in theirs if in_our_words(one) == one] == []


def test_a_sentence_of_ours_stays_as_it_is() -> None:
    assert in_our_words("The question is empty.") == "The question is empty."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (" ", "it is empty; send one JSON object"),
        ("{", "no JSON from line 1, column 2 on"),
        ('{"question": NaN}', "no JSON"),
    ],
)
def test_a_body_that_cannot_be_read_says_where(client: Client, body: str, words: str) -> None:
    reply = client.post("/api/v1/ask", body, content_type="application/json")

    assert reply.status_code == 400
    assert words in json.loads(reply.content)["detail"]


def test_a_wrong_method_is_told_the_right_one(client: Client) -> None:
    reply = client.get("/api/v1/ask")

    assert json.loads(reply.content)["detail"] == "This address takes POST, not GET."
    assert "POST" in reply.headers["Allow"]
