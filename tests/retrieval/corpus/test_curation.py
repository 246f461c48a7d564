"""Links and claims come in whole, or not at all."""

import pytest

from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.curation import LinksReport, import_links
from retrieval.models import Claim, CuratedLink, GlossaryTerm
from tests.conftest import SAMPLE
from tests.retrieval.conftest import MakeEssay

pytestmark = pytest.mark.django_db

LINKS = b"""links:
  - {from: rope, to: bread, kind: builds_on, note: Both are twisted.}
  - {from: "term:Splice", to: rope, kind: see_also}
claims:
  - {id: c-1, essay: rope, text: "only as good as its splice", about: ["term:Splice"]}
"""


@pytest.fixture(autouse=True)
def archive(make_essay: MakeEssay) -> None:
    make_essay("rope", "A rope is only as good\nas its splice.")
    make_essay("bread")
    make_essay("hidden", visibility="draft")
    GlossaryTerm.objects.create(term="Splice", definition="d")


def test_links_and_claims_come_in_and_the_graph_has_them() -> None:
    assert import_links(LINKS) == LinksReport(links=2, claims=1, nodes=4, edges=6)
    assert [str(link) for link in CuratedLink.objects.order_by("start")] == [
        "rope builds_on bread",
        "term:Splice see_also rope",
    ]
    assert Claim.objects.get().about == ["term:Splice"]


def test_the_file_is_the_whole_set() -> None:
    import_links(LINKS)

    report = import_links(b"links: [{from: bread, to: rope, kind: contradicts}]")

    assert (report.links, report.claims) == (1, 0)
    assert CuratedLink.objects.get().kind == "contradicts"
    assert not Claim.objects.exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{from: rope, to: nowhere, kind: see_also}", "no public essay 'nowhere'"),
        ("{from: rope, to: hidden, kind: see_also}", "no public essay 'hidden'"),
        ("{from: rope, to: 'term:Knot', kind: see_also}", "no term 'Knot'"),
        ("{from: rope, to: 'concept:knots', kind: see_also}", "no concept 'knots'"),
        ("{from: rope, to: rope, kind: see_also}", "from 'rope' to itself"),
        ("{from: rope, to: bread, kind: likes}", "see_also or builds_on or contradicts"),
        ("{from: rope, to: bread}", "has no kind"),
        ("{from: rope, to: bread, kind: see_also, why: x}", "'why' is not known"),
    ],
)
def test_a_faulty_link_is_named_with_its_line_and_nothing_is_taken_in(
    line: str, sentence: str
) -> None:
    import_links(LINKS)

    with pytest.raises(FaultyFile) as refused:
        import_links(f"links:\n  - {{from: bread, to: rope, kind: see_also}}\n  - {line}".encode())

    assert [fault.line for fault in refused.value.faults] == [3]
    assert sentence in str(refused.value)
    assert CuratedLink.objects.count() == 2


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("{id: c-2, essay: rope, text: A rope is as good as its splice}", "nearest is “A rope is"),
        ("{id: c-2, essay: hidden, text: A plain sentence about bread}", "no public essay"),
        ("{id: c-2, essay: rope, text: A rope, about: ['term:Knot']}", "no term 'Knot'"),
        ("{id: c-1, essay: rope, text: A rope}", "'c-1' stands in line 2 already"),
    ],
)
def test_a_claim_is_the_essay_s_own_words_to_the_letter(claim: str, sentence: str) -> None:
    first = "{id: c-1, essay: rope, text: A rope}"

    with pytest.raises(FaultyFile) as refused:
        import_links(f"claims:\n  - {first}\n  - {claim}".encode())

    assert [fault.line for fault in refused.value.faults] == [3]
    assert sentence in str(refused.value)
    assert not Claim.objects.exists()


@pytest.mark.torch
@pytest.mark.usefixtures("sample_ledger")
def test_the_sample_s_links_are_clean() -> None:
    report = import_links((SAMPLE / "links.yaml").read_bytes())

    assert (report.links, report.claims) == (16, 8)
