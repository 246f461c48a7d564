"""An export or a feed that comes again: the same essays, whatever its file is called."""

from pathlib import Path

import pytest

from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.models import Essay
from tests.retrieval.corpus.conftest import NOW, Write
from tests.retrieval.corpus.formats.test_wordpress import HEAD, TAIL, item

pytestmark = [pytest.mark.django_db, pytest.mark.torch]


def export(*items: str) -> str:
    return HEAD.format(version="1.2") + "".join(items) + TAIL


def actions(path: Path) -> dict[str, str]:
    report = import_sources(
        [str(path)], options=ImportOptions(now=NOW, prune=True), progress=lambda *_: None
    )
    return {step.slug: step.action.value for step in report.steps}


def test_next_year_s_export_updates_the_same_essays_and_removes_none(write: Write) -> None:
    two = [item(), item("Other.", wp_post_id="42", wp_post_name="other", link="")]
    root = write(
        {
            "quay.2025.xml": export(*two),
            "quay.2026.xml": export(item("<p>Text, mended.</p>")),
        }
    )

    first = actions(root / "quay.2025.xml")
    again = actions(root / "quay.2025.xml")
    later = actions(root / "quay.2026.xml")

    assert first == {"a-quay": "new", "other": "new"}
    assert again == {"a-quay": "unchanged", "other": "unchanged"}
    assert later == {"a-quay": "changed"}
    assert Essay.objects.count() == 2


@pytest.mark.parametrize("status", ["trash", "private", "draft"])
def test_what_a_later_export_closes_is_closed(status: str, write: Write) -> None:
    root = write({"a.xml": export(item()), "b.xml": export(item(wp_status=status))})

    actions(root / "a.xml")
    actions(root / "b.xml")

    assert Essay.objects.get(slug="a-quay").visibility != "public"


def test_a_file_with_the_same_text_does_not_take_an_essay_from_its_export(write: Write) -> None:
    text = "Oars are cut from ash, and last ten years."
    row = "1010.oars,2024-01-15T10:00:00.000Z,true,newsletter,everyone,Oars"
    root = write(
        {
            "letters/posts.csv": f"post_id,post_date,is_published,type,audience,title\n{row}\n",
            "letters/posts/1010.oars.html": f"<p>{text}</p>",
            "blog/ash.md": f"---\ntitle: On ash\n---\n{text}",
        }
    )

    actions(root / "letters")
    actions(root / "blog")

    assert actions(root / "letters") == {"oars": "unchanged"}
