"""The schema is valid OpenAPI, names every address, and real responses keep to it."""

import json
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from archivebrain.api.schema import schema
from archivebrain.api.urls import urlpatterns

# method, address in the schema, address that is called, and the body if there is one.
CALLS: list[tuple[str, str, str, dict[str, object] | None]] = [
    ("post", "ask", "ask", {"question": "Why does frequency beat speed in a timetable?"}),
    ("post", "ask", "ask", {"question": "What does the author think of Kubernetes?"}),
    ("get", "search", "search?q=bread", None),
    ("get", "essays", "essays?limit=3&offset=1", None),
    ("get", "essays/{slug}", "essays/bread-is-a-clock", None),
    ("get", "glossary/{term}", "glossary/repair log", None),
    ("post", "verify-quote", "verify-quote", {"quote": "bread is a clock"}),
    ("post", "verify-quote", "verify-quote", {"quote": "qwertz uiop"}),
    ("get", "concepts", "concepts", None),
    ("get", "positions", "positions?as_of=2030-01-01", None),
    ("post", "feedback", "feedback", {"answer": "0" * 32, "verdict": "right"}),
]


def plain_schema() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(schema()))
    return document


def test_the_schema_is_valid_openapi() -> None:
    validate(plain_schema())


def test_the_schema_names_every_address_but_itself_and_its_page() -> None:
    own = {"schema", "docs"}
    routes = {str(route.pattern) for route in urlpatterns} - own
    plain = {
        f"/api/v1/{route}".replace("<str:", "{").replace("<name:", "{").replace("<path:", "{")
        for route in routes
    }

    assert set(plain_schema()["paths"]) == {route.replace(">", "}") for route in plain}


def test_every_operation_has_a_name_of_its_own_and_documents_its_problems() -> None:
    operations = [
        operation for path in plain_schema()["paths"].values() for operation in path.values()
    ]

    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert {"422", "429", "503", "default"} <= set(operation["responses"])


@pytest.mark.torch
@pytest.mark.usefixtures("sample_archive")
@pytest.mark.parametrize(("method", "named", "called", "body"), CALLS)
def test_a_real_response_keeps_to_the_schema_and_says_no_more(
    client: Client, method: str, named: str, called: str, body: dict[str, object] | None
) -> None:
    document = plain_schema()
    sent = {"data": body, "content_type": "application/json"} if body else {}

    response = getattr(client, method)(f"/api/v1/{called}", **sent)

    assert response.status_code == 200
    operation = document["paths"][f"/api/v1/{named}"][method]
    shape = operation["responses"]["200"]["content"]["application/json"]["schema"]
    assert faults(document, shape, response.json()) == []


@pytest.mark.django_db
def test_a_real_problem_keeps_to_the_schema(client: Client) -> None:
    document = plain_schema()

    response = client.get("/api/v1/search?q=&limit=none")

    shape = {"$ref": "#/components/schemas/ProblemShape"}
    assert faults(document, shape, response.json()) == []


def test_the_examples_are_requests_that_are_taken() -> None:
    document = plain_schema()
    content = document["paths"]["/api/v1/ask"]["post"]["requestBody"]["content"]
    asked = content["application/json"]

    examples = [example["value"] for example in asked["examples"].values()]
    assert len(examples) == 3
    assert [faults(document, asked["schema"], example) for example in examples] == [[], [], []]


def faults(document: dict[str, Any], shape: dict[str, Any], value: object) -> list[str]:
    """What a value has against a shape; fields that the shape does not name are faults too."""
    closed = {
        name: {**one, "unevaluatedProperties": False} if one.get("type") == "object" else one
        for name, one in document["components"]["schemas"].items()
    }
    whole = {**shape, "components": {"schemas": closed}}
    return [error.message for error in Draft202012Validator(whole).iter_errors(value)]


@pytest.mark.django_db
def test_the_page_lists_every_operation_without_scripts(client: Client) -> None:
    page = client.get("/api/v1/docs").content.decode()

    for path in plain_schema()["paths"]:
        assert path in page
    assert "<script>" not in page
    assert " style=" not in page
