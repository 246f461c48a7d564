"""What docs/publishing.md tells an author to copy works as it stands there."""

import base64
import json
import os
import re
import shlex
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from pytest_httpserver import HTTPServer

from archivebrain import env
from archivebrain.api.signatures import signature
from archivebrain.celery import app
from retrieval.corpus.following import follow_feeds
from retrieval.corpus.reports import as_json
from retrieval.models import Essay
from tests.retrieval.corpus.conftest import NOW

PAGE = (Path(__file__).parents[3] / "docs" / "publishing.md").read_text(encoding="utf-8")
BLOCKS: list[tuple[str, str]] = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
SECRET = "whsec_" + base64.b64encode(b"k" * 32).decode()
ESSAY = '---\ntitle: The Night Oven\n---\n\nA "night" oven\tbakes \\ while café sleeps.\n'
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>Quay</title><link href="https://quay.example/"/>'
    "<entry><title>Tides</title><id>urn:1</id><link href='https://quay.example/tides'/>"
    "<published>2024-05-02T23:30:00+02:00</published>"
    '<content type="html">&lt;p&gt;The tide keeps no diary.&lt;/p&gt;</content></entry></feed>'
)


def block(language: str, opening: str) -> str:
    (found,) = [text for name, text in BLOCKS if name == language and text.startswith(opening)]
    return found


SCRIPT = block("sh", "#!/bin/sh")
(STEP,) = yaml.safe_load(block("yaml", "- name:"))
HOOK = block("php", "<?php")
RECORDED = block("json", "{")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A checkout as a build has it: the script, and texts in a folder."""
    content = tmp_path / "site" / "content" / "posts"
    content.mkdir(parents=True)
    (tmp_path / "site" / "publish.sh").write_text(SCRIPT)
    (content / "2026-05-01-the-night-oven.md").write_text(ESSAY)
    (content / "a second one.md").write_text("---\ntitle: Second\ndraft: true\n---\nSecond.\n")
    for command in ("git init -q", "git add ."):
        subprocess.run(shlex.split(command), cwd=tmp_path / "site", check=True)
    return tmp_path / "site"


def build(site: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the workflow's step, as a runner would."""
    kept = {key: value for key, value in os.environ.items() if key not in STEP["env"]}
    return subprocess.run(
        ["sh", "-c", STEP["run"]],
        cwd=site / STEP["working-directory"],
        env=kept | variables,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.skipif(
    not all(map(shutil.which, ("git", "curl", "openssl", "jq"))),
    reason="left out: no git, curl, openssl or jq",
)
@pytest.mark.real_sockets
class TestBuild:
    @pytest.mark.torch
    def test_a_build_publishes_each_file_and_a_second_one_changes_nothing(
        self, site: Path, live_server: Any, settings: Any
    ) -> None:
        settings.PUBLISH_SECRET = SECRET
        first = build(site, BRAIN=live_server.url, PUBLISH_SECRET=SECRET)
        indexed_at = dict(Essay.objects.values_list("slug", "indexed_at"))
        again = build(site, BRAIN=live_server.url, PUBLISH_SECRET=SECRET)

        assert [(done.returncode, done.stderr) for done in (first, again)] == [(0, "")] * 2
        rows = Essay.objects.order_by("slug").values_list("slug", "visibility", "source_path")
        assert list(rows) == [
            ("a-second-one", "draft", "posts/a second one.md"),
            ("the-night-oven", "public", "posts/2026-05-01-the-night-oven.md"),
        ]
        assert (
            Essay.objects.get(slug="the-night-oven").body.strip() == ESSAY.partition("\n\n")[2][:-1]
        )
        assert dict(Essay.objects.values_list("slug", "indexed_at")) == indexed_at

    @pytest.mark.torch
    def test_a_broken_file_is_a_warning_with_the_reason_and_the_others_come_in(
        self, site: Path, live_server: Any, settings: Any
    ) -> None:
        settings.PUBLISH_SECRET = SECRET
        (site / "content" / "posts" / "a second one.md").write_text("---\ntitle: [broken\n---\n")

        done = build(site, BRAIN=live_server.url, PUBLISH_SECRET=SECRET, GITHUB_ACTIONS="true")

        assert done.returncode == 0
        assert done.stderr.startswith("::warning::posts/a second one.md was not taken in: ")
        assert '"status": 422' in done.stderr or '"status":422' in done.stderr
        assert Essay.objects.get().slug == "the-night-oven"

    @pytest.mark.parametrize("variables", [{}, {"BRAIN": "https://brain.example"},
                                           {"PUBLISH_SECRET": SECRET}])  # fmt: skip
    def test_a_build_without_a_brain_warns_and_ends_well(
        self, site: Path, variables: dict[str, str]
    ) -> None:
        done = build(site, **variables)

        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr == (
            "BRAIN or PUBLISH_SECRET is not set, so nothing was sent to the brain.\n"
        )

    def test_a_brain_that_is_down_is_one_warning(self, site: Path) -> None:
        done = build(site, BRAIN="http://127.0.0.1:1", PUBLISH_SECRET=SECRET)

        assert done.returncode == 0
        assert done.stderr.count("The brain cannot be reached") == 1

    def test_a_brain_that_takes_no_deliveries_is_a_warning(
        self, site: Path, live_server: Any
    ) -> None:
        done = build(site, BRAIN=live_server.url, PUBLISH_SECRET=SECRET)

        assert done.returncode == 0
        assert "PUBLISH_SECRET is not set" in done.stderr


def test_the_line_that_makes_a_secret_makes_one_that_the_brain_takes() -> None:
    made = subprocess.run(
        ["sh", "-c", block("sh", "echo")], capture_output=True, text=True, check=True
    ).stdout.strip()

    environment = env.Environment({"PUBLISH_SECRET": made})
    assert environment.webhook_secret("PUBLISH_SECRET") == made


@pytest.mark.torch
@pytest.mark.django_db
class TestHook:
    """What the hook sends, recorded; PHP itself is not run."""

    def sent(self, client: Client, body: str, name: str = "first") -> Any:
        stamp = str(int(time.time()))
        headers = {
            "webhook-id": name,
            "webhook-timestamp": stamp,
            "webhook-signature": signature(name, stamp, body.encode(), secret=SECRET),
        }
        return client.post(
            "/api/v1/publish", body, content_type="application/json", headers=headers
        )

    def test_a_post_comes_in_as_its_author_wrote_it(self, client: Client, settings: Any) -> None:
        settings.PUBLISH_SECRET = SECRET
        response = self.sent(client, RECORDED)

        assert response.json() | {"warnings": []} == {
            "outcome": "new",
            "slug": "tide-and-time",
            "visibility": "public",
            "warnings": [],
        }
        essay = Essay.objects.get()
        assert (essay.title, essay.tags) == ('Tide & "time"', ["sea", "clocks"])
        assert (str(essay.published_on), str(essay.updated_on)) == ("2024-05-02", "2024-05-03")
        assert essay.canonical_url == "https://quay.example/tide-and-time/"
        assert essay.body.startswith("The tide keeps *no* diary.\n\n## Slack water")
        text = client.get("/api/v1/search?q=template+says+tide").json()["results"][0]["text"]
        assert "{{ tide }}" in text

    def test_a_post_that_is_no_longer_public_is_private_at_once(
        self, client: Client, settings: Any
    ) -> None:
        settings.PUBLISH_SECRET = SECRET
        self.sent(client, RECORDED)
        hidden = json.loads(RECORDED)
        front, _, _ = hidden["data"]["html"].rpartition("---\n")
        hidden["data"]["html"] = front.replace('"public"', '"private"') + "---\n"
        response = self.sent(client, json.dumps(hidden), name="second")

        assert response.json()["visibility"] == "private", response.json()
        assert client.get("/api/v1/essays/tide-and-time").status_code == 404

    def test_what_was_recorded_is_what_the_hook_writes_down(self) -> None:
        recorded = json.loads(RECORDED)
        front = json.loads(recorded["data"]["html"].split("\n")[1])

        written = set(re.findall(r"^\t\t'(\w+)' +=>", HOOK, re.MULTILINE))
        written |= set(re.findall(r"\$front\['(\w+)'\]", HOOK))
        assert written - {"path", "html", "timeout", "body", "headers"} == set(front)
        assert '"wordpress/$id.html"' in HOOK
        assert set(recorded["data"]) == {"path", "html"}
        assert f"'type' => '{recorded['type']}'" in HOOK
        for header in ("webhook-id", "webhook-timestamp", "webhook-signature"):
            assert f"'{header}'" in HOOK
        assert "hash_hmac( 'sha256', \"$name.$stamp.$body\", $key, true )" in HOOK


@pytest.mark.torch
@pytest.mark.real_sockets
@pytest.mark.django_db
class TestFeed:
    @pytest.fixture(autouse=True)
    def _at_home(self, settings: Any) -> None:
        settings.FETCH_ALLOW_PRIVATE = True

    def test_the_setting_reads_as_it_stands_in_the_page(self) -> None:
        line = block("sh", "export FEED_URLS").strip()
        value = line.partition("=")[2].strip('"')

        assert env.Environment({"FEED_URLS": value}).web_addresses("FEED_URLS") == [
            "https://quay.example/feed.xml",
            "https://notes.quay.example/atom.xml",
        ]

    def test_the_line_for_cron_imports_the_feed(self, httpserver: HTTPServer) -> None:
        httpserver.expect_request("/feed.xml").respond_with_data(
            FEED, content_type="application/atom+xml"
        )
        line = block("sh", "10 6").strip()
        typed = shlex.split(line.partition("manage.py ")[2])
        typed[-1] = httpserver.url_for("/feed.xml")

        call_command(*typed)

        assert re.match(r"[\d*]+ [\d*]+ \* \* \* cd ", line)
        assert str(Essay.objects.get(title="Tides").published_on) == "2024-05-02"

    def test_a_feed_is_followed_and_what_fails_is_logged_and_stops_no_other(
        self, httpserver: HTTPServer, caplog: pytest.LogCaptureFixture
    ) -> None:
        httpserver.expect_request("/feed.xml").respond_with_data(FEED, content_type="text/xml")
        httpserver.expect_request("/page").respond_with_data("<p>No.", content_type="text/html")
        urls = [httpserver.url_for(path) for path in ("/gone", "/page", "/feed.xml")]
        for _ in range(2):
            report = follow_feeds(urls, now=NOW, author="Ines Calder")

        assert [step.action.value for step in report.steps] == ["unchanged"]
        assert as_json(report)["skipped"][0]["file"] == "page.html"
        assert any(f"{urls[0]}: its server said 500" in one for one in caplog.messages)


@pytest.mark.django_db
def test_where_no_feed_is_named_nothing_is_asked(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(0):
        follow_feeds([], now=NOW, author="Ines Calder")


def test_beat_asks_for_feeds_by_a_name_that_the_worker_knows() -> None:
    name = "retrieval.tasks.follow_feeds"
    assert name in {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert name in app.tasks
