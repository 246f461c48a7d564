"""import_golden and evaluate as an author runs them, over the sample archive."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import redis
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from archivebrain.embedded.redis import redis_url
from archivebrain.models import EvaluationRun, GoldenCase
from gaps.models import Gap
from retrieval.models import Essay, RetrievalTrace

pytestmark = [pytest.mark.torch, pytest.mark.usefixtures("sample_archive")]

CASES = """
cases:
  - {id: t-1, split: tune, kind: exact, expect: answer, sources: [night-trains], question: "What are the three rules for a good night train?"}
  - {id: t-2, split: tune, kind: decline, expect: decline, question: "What does the author think of nuclear power?"}
  - {id: h-1, split: holdout, kind: exact, expect: answer, sources: [the-second-winter-garden], question: "What kills plants in a cold frame?"}
  - {id: h-2, split: holdout, kind: decline, expect: decline, question: "What does the author think of Bitcoin?"}
"""  # noqa: E501  # one case, one line
ONLY_LIVE = """
cases:
  - {id: l-1, split: tune, kind: live, expect: answer, live_fact: true, question: "Who is the mayor of Ambermoor?"}
"""  # noqa: E501  # one case, one line


def run(*arguments: str) -> tuple[str, int]:
    """What a command prints, and what it exits with."""
    out = StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=StringIO())
    except SystemExit as ended:
        return out.getvalue(), int(str(ended.code))
    return out.getvalue(), 0


def evaluated(*arguments: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("evaluate", "--json", *arguments)[0])
    return document


def kept_run() -> EvaluationRun:
    return EvaluationRun.objects.create(
        started_at=timezone.now(), took_seconds=1, split="tune", provider="extractive",
        case_count=1, cases_digest="0", is_clear=True, latency_ms={}, versions={},
        gates=[{"name": "ask hits", "is_clear": True, "sentence": "1 of 1 (100%)."}],
    )  # fmt: skip


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    path = tmp_path / "golden.yaml"
    path.write_text(CASES)
    run("import_golden", str(path))
    return path


def test_a_good_archive_clears_every_gate_and_the_run_is_kept(golden: Path) -> None:
    document = evaluated()

    assert document["clear"]
    assert (document["split"], document["cases"], document["left_out"]) == ("tune", 2, 0)
    assert [one["id"] for one in document["verdicts"]] == ["t-1", "t-2"]
    assert {"embed", "vector", "keyword", "fuse", "load", "search", "ask"} <= set(
        document["latency_ms"]
    )
    assert EvaluationRun.objects.get().pk == document["run"]
    assert document["versions"]["provider"] == "extractive"


def test_evaluating_leaves_neither_gap_nor_trace_nor_anything_in_redis(golden: Path) -> None:
    with redis.Redis.from_url(redis_url()) as client:
        before = sorted(client.keys())

        run("evaluate")

        assert sorted(client.keys()) == before
    assert not Gap.objects.exists()
    assert not RetrievalTrace.objects.exists()


def test_an_archive_without_its_essays_fails_by_name(golden: Path) -> None:
    Essay.objects.all().delete()

    out, code = run("evaluate")

    assert code == 1
    assert "wrong   t-1, exact: not found; declined" in out
    assert "FAILED  search hits: 0 of 1 (0%); at least 85%." in out
    assert out.endswith("Not every gate is clear.\n")


def test_a_split_of_live_cases_alone_is_not_called_empty(tmp_path: Path) -> None:
    path = tmp_path / "golden.yaml"
    path.write_text(ONLY_LIVE)
    run("import_golden", str(path))

    with pytest.raises(CommandError, match=r"wait for a live fact\. Set LIVE_PROVIDER"):
        call_command("evaluate", stdout=StringIO())


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_an_empty_split_fails_in_a_sentence(options: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="The split tune is empty"):
        call_command("evaluate", *options, stdout=StringIO())

    assert not EvaluationRun.objects.exists()


def test_the_holdout_is_told_in_totals_and_each_reading_is_counted(golden: Path) -> None:
    first = evaluated("--split", "holdout")
    out, _ = run("evaluate", "--split", "holdout")

    assert first["readings"] == {"count": 1, "change_count": 0}
    assert "Reading 2 of the holdout." in out
    for told in (json.dumps(first), out):
        assert "h-1" not in told
        assert "cold frame" not in told
        assert "winter-garden" not in told
    assert set(EvaluationRun.objects.values_list("split", flat=True)) == {"holdout"}


def test_a_holdout_whose_rows_were_edited_fails(golden: Path) -> None:
    GoldenCase.objects.filter(case_id="h-2").update(question="What of orchids?")

    out, code = run("evaluate", "--split", "holdout")

    assert code == 1
    assert "FAILED  holdout as it was sealed" in out


def test_a_comparison_names_what_was_lost(golden: Path) -> None:
    number = evaluated()["run"]
    Essay.objects.filter(slug="night-trains").update(visibility="draft")

    out, code = run("evaluate", "--compare", str(number))

    assert code == 1
    assert "Gained: no case." in out
    assert "t-1 (search hit)" in out
    assert "  search hits: 1 of 1 → 0 of 1" in out


def test_a_run_that_cannot_be_compared_costs_no_run(golden: Path) -> None:
    number = kept_run().pk

    with pytest.raises(CommandError, match="no run 999999"):
        call_command("evaluate", "--compare", "999999")
    with pytest.raises(CommandError, match="of the split tune"):
        call_command("evaluate", "--split", "holdout", "--compare", str(number))

    assert EvaluationRun.objects.count() == 1


def test_a_faulty_file_is_refused_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "golden.yaml"
    path.write_text(CASES.replace("kind: exact", "kind: guess"))

    with pytest.raises(CommandError, match=r"golden\.yaml, line 3: kind 'guess'"):
        call_command("import_golden", str(path))
    with pytest.raises(CommandError, match=r"missing\.yaml"):
        call_command("import_golden", str(tmp_path / "missing.yaml"))


def test_a_changed_holdout_is_said_on_standard_error(golden: Path) -> None:
    golden.write_text(CASES.replace("Bitcoin", "orchids"))
    told = StringIO()

    call_command("import_golden", str(golden), stdout=StringIO(), stderr=told)

    assert "THE HOLDOUT HAS CHANGED" in told.getvalue()
    assert "orchids" not in told.getvalue()


def test_the_desk_shows_runs_and_tuning_cases_and_lets_nobody_edit_them(
    golden: Path, admin_client: Client
) -> None:
    number = kept_run().pk
    cases = admin_client.get("/admin/archivebrain/goldencase/").content.decode()
    page = admin_client.get(f"/admin/archivebrain/evaluationrun/{number}/change/")
    held = GoldenCase.objects.get(case_id="h-1")

    assert "night train" in cases
    assert "cold frame" not in cases
    assert admin_client.get(f"/admin/archivebrain/goldencase/{held.pk}/change/").status_code == 302
    assert "Every gate is clear." in page.content.decode()
    assert "_save" not in page.content.decode()
    assert admin_client.get("/admin/archivebrain/evaluationrun/add/").status_code == 403
