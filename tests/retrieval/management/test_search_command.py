"""`search` and `index` as they are typed."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from retrieval.embedders.base import EmbedderUnavailable
from retrieval.indexing import essays_behind
from retrieval.models import Essay
from tests.retrieval.conftest import CountingEmbedder, MakeEssay

pytestmark = pytest.mark.django_db


def run(*args: str, **options: Any) -> str:
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def test_json_is_one_document_in_the_agreed_shape(make_essay: MakeEssay, settings: Any) -> None:
    settings.ARCHIVEBRAIN_SITE_URL = "https://brain.example"
    make_essay("rope", "## Splices\n\nA rope is as good as its splice.", published_on=None)

    document = json.loads(run("search", "rope splice", "--json"))

    assert document.pop("took_ms") >= 0
    assert set(document.pop("versions")) == {"index", "recipe", "embedder"}
    (result,) = document["results"]
    assert result.pop("deep_link").startswith(
        "https://brain.example/essays/rope/#splices:~:text=A%20rope"
    )
    assert 0 < result.pop("score") == result.pop("base") <= 1
    assert document == {
        "query": "rope splice",
        "results": [
            {
                "rank": 1,
                "essay": {
                    "slug": "rope",
                    "title": "Rope",
                    "url": "https://brain.example/essays/rope/",
                    "published": None,
                    "doc_type": "essay",
                },
                "heading": "Splices",
                "text": "## Splices\n\nA rope is as good as its splice.",
                "lanes": {"vector": 1, "keyword": 1, "graph": None},
                "boost": 1.0,
                "bucket": "current",
            }
        ],
        "degraded": [],
    }


def test_the_canonical_address_is_given_where_it_is_known(make_essay: MakeEssay) -> None:
    make_essay("rope", canonical_url="https://author.example/rope")

    document = json.loads(run("search", "bread", "--json"))

    assert document["results"][0]["essay"]["url"] == "https://author.example/rope"


def test_people_see_title_date_heading_and_link(make_essay: MakeEssay) -> None:
    make_essay("rope", "## Splices\n\nA rope is as good as its splice.")

    lines = run("search", "rope").splitlines()

    assert lines[0] == " 1. Rope (2020-01-05) › Splices"
    assert lines[1] == "    A rope is as good as its splice."
    assert "/essays/rope/#splices:~:text=" in lines[2]


def test_no_result_is_said() -> None:
    assert run("search", "rope", "--lanes", "keyword") == "Nothing found.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["  "], "The query is empty"),
        (["x" * 2001], "2001 characters. Shorten it to 2000"),
        (["rope", "--as-of", "last year"], "'last year' is no date"),
        (["rope", "--type", "poem"], "No DOC_TYPE 'poem'"),
        (["rope", "--language", "d%"], "'d%' is no tag of a language"),
        (["rope", "--lanes", "glyph"], "No lane is called 'glyph'"),
        (["rope", "--limit", "0"], "--limit 0 is out of range"),
    ],
)
def test_a_wrong_argument_is_a_sentence(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        run("search", *arguments)


def test_the_scope_can_be_named(make_essay: MakeEssay) -> None:
    make_essay("rope", "A rope.", doc_type="note")
    make_essay("knot", "A rope and a knot.")

    document = json.loads(
        run("search", "rope", "--json", "--type", "note", "--as-of", "2020-01-05")
    )

    assert [result["essay"]["slug"] for result in document["results"]] == ["rope"]


def test_index_takes_up_what_is_behind_and_counts_it(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay("rope", "A rope.")
    Essay.objects.update(body="Another rope.")

    printed = run("index")

    assert printed == "1 essays indexed: 1 chunks embedded, 0 unchanged, 1 removed.\n"
    assert essays_behind() == []
    assert run("index").startswith("0 essays indexed: 0 chunks embedded")


def test_index_all_embeds_everything_again(
    make_essay: MakeEssay, embedder: CountingEmbedder
) -> None:
    make_essay("rope", "A rope.")
    make_essay("knot", "A knot.")
    embedder.texts.clear()

    assert run("index", "--all").startswith("2 essays indexed: 2 chunks embedded")
    assert len(embedder.texts) == 2


def test_index_without_a_model_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def unavailable() -> None:
        raise EmbedderUnavailable("The model is not there. Run `make setup`.")

    monkeypatch.setattr("retrieval.indexing.get_embedder", unavailable)

    with pytest.raises(CommandError, match="make setup"):
        run("index")
