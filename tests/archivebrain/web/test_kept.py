"""The address of a single answer tells a reader what to do instead."""

import pytest
from django.test import Client


@pytest.mark.django_db
def test_who_follows_such_an_address_is_told_why_and_led_back_to_the_question_box(
    client: Client,
) -> None:
    response = client.get("/a/0197f0c2b1/")

    assert response.status_code == 404
    assert "Answers are not kept" in response.content.decode()
    assert '<a href="/">Ask the question again</a>' in response.content.decode()
