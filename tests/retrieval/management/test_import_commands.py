"""The import commands as they are typed: exit codes, one JSON document, sentences."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from retrieval.models import Essay, GlossaryTerm

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    except CommandError as fault:
        return fault.returncode, out.getvalue(), str(fault)
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.torch
def test_a_partly_broken_folder_exits_1_and_prints_one_json_document(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("---\ntitle: Good\ndate: 2020-01-05\n---\nText.\n")
    (tmp_path / "broken.md").write_text("---\ntitle: Slow: a manifesto\n---\nText.\n")
    (tmp_path / "README.md").write_text("About.\n")

    code, out, err = run("import_essays", str(tmp_path), "--json")

    told = json.loads(out)
    assert (code, err) == (1, "")
    assert told["counts"] | {"new": 1, "refused": 1, "skipped": 1} == told["counts"]
    (document,) = told["documents"]
    expected = {
        "action": "new", "slug": "good", "file": "good.md", "source": str(tmp_path),
        "title": "Good", "visibility": "public", "published": "2020-01-05",
        "published_origin": "front_matter", "published_certainty": "certain",
    }  # fmt: skip
    assert document | expected == document
    (refused,) = told["refused"]
    assert (refused["file"], refused["line"]) == ("broken.md", 2)
    assert told["index"]["essays"] == 1


@pytest.mark.torch
def test_a_clean_folder_exits_0_and_says_what_it_did(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("Text.\n")

    code, out, _ = run("import_essays", str(tmp_path))

    assert code == 0
    assert out.startswith("1 new. 1 chunks embedded")


@pytest.mark.parametrize("source", ["/no/such/folder", "https://example.org/feed"])
def test_nothing_to_read_exits_2_with_a_sentence(source: str) -> None:
    code, out, _ = run("import_essays", source)

    assert code == 2
    assert out.startswith(f"fault: {source}: ")


def test_a_folder_of_broken_files_alone_exits_2(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ntitle: open\n")

    assert run("import_essays", str(tmp_path))[0] == 2
    assert not Essay.objects.exists()


def test_a_file_of_another_format_than_the_one_asked_for_is_named_and_not_taken_in(
    tmp_path: Path,
) -> None:
    (tmp_path / "a.md").write_text("Text.\n")

    code, out, _ = run("import_essays", str(tmp_path), "--format", "notebook")

    assert code == 2
    assert "skipped: a.md: it is no notebook file." in out
    assert not Essay.objects.exists()


def test_private_is_no_ceiling_that_can_be_asked_for() -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        call_command("import_essays", "x", "--visibility", "private")


def test_a_glossary_is_taken_in_and_counted(tmp_path: Path) -> None:
    (tmp_path / "g.yaml").write_text("terms: [{term: A, definition: d}]")

    assert run("import_glossary", str(tmp_path / "g.yaml")) == (
        0, "1 new, 0 changed, 0 unchanged terms.\n", "",
    )  # fmt: skip


def test_a_faulty_glossary_exits_1_with_each_line(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text("terms:\n  - {term: A}\n  - {definition: d}\n")

    code, _, err = run("import_glossary", str(path))

    assert code == 1
    assert err.splitlines() == [
        f"{path}, line 2: an entry of terms has no definition; write one.",
        f"{path}, line 3: an entry of terms has no term; write one.",
        "Nothing was changed.",
    ]
    assert not GlossaryTerm.objects.exists()


def test_a_missing_glossary_is_a_sentence(tmp_path: Path) -> None:
    code, _, err = run("import_glossary", str(tmp_path / "none.yaml"))

    assert code == 1
    assert "there is no such file" in err


def test_links_come_in_by_command_and_a_faulty_file_is_refused_whole(tmp_path: Path) -> None:
    good, bad = tmp_path / "links.yaml", tmp_path / "bad.yaml"
    good.write_text("links: []\nclaims: []\n")
    bad.write_text("links:\n  - {from: a, to: b, kind: see_also}\n")

    code, out, _ = run("import_links", str(good))
    assert (code, out) == (0, "0 links, 0 claims. The graph has 0 nodes and 0 edges.\n")

    code, _, err = run("import_links", str(bad))
    assert code == 1
    assert f"{bad}, line 2: there is no public essay 'a'" in err
    assert "Nothing was changed." in err
