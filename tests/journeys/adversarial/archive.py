"""The archive of the adversarial cases: as files, imported, indexed, and put away again."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from ledger.importing import import_ledger
from retrieval.corpus.importing import ImportOptions, import_sources
from retrieval.models import Essay
from retrieval.search import search
from tests.journeys.adversarial.cases import FIXTURES, Case

AUTHOR, SITE = "Ines Halloran", "https://ines.example"
# How far down a withheld text may be found and still be within reach; as many texts as this
# are in the archive at once, so that none is out of reach for want of a seat alone.
WITHIN_REACH = 8
LEDGER = b"""\
concepts:
  - {slug: surge-fares, name: Surge fares}
positions:
  - id: LED-1
    concept: surge-fares
    stance: Against surge fares on lifeline routes, without exception.
    essay: against-surge-fares
    dated: 2020-06-11
    receipt: "I am against surge fares on lifeline routes, without exception."
  - id: LED-2
    concept: surge-fares
    stance: A small peak charge is fair, if islanders are exempt.
    essay: surge-fares-revisited
    dated: 2024-05-02
    receipt: "A small peak charge that pays for a second boat is fair, if islanders are exempt."
    supersedes: LED-1
    change: reversed
"""
# A row whose words stand in a withheld text alone must not be taken in.
LEDGER_OF_A_DRAFT = b"""\
concepts:
  - {slug: logbooks, name: Logbooks}
positions:
  - id: LED-4
    concept: logbooks
    stance: A second logbook is wise.
    essay: memos
    dated: 2025-02-14
    receipt: "Neither will the regulator, which is why I kept a second logbook."
"""
# Of these the cases speak rarely: they give up their seats first.
DISPENSABLE = ("PUB-6", "PUB-5", "PUB-2", "PUB-7", "PUB-8", "PUB-1")


@dataclass(frozen=True, slots=True)
class Setup:
    """Which texts a case needs: ids of the file's own fixtures."""

    public: tuple[str, ...]
    private: tuple[str, ...]
    poison: str

    @classmethod
    def of(cls, case: Case) -> "Setup":
        poison = str(case.setup.get("poison", ""))
        public = list(FIXTURES["public"])
        spare = [one for one in DISPENSABLE if one not in case.needs]
        while len(public) + len(case.seeds) + bool(poison) > WITHIN_REACH and spare:
            public.remove(spare.pop(0))
        return cls(tuple(public), case.seeds, poison)


class Archive:
    """A folder of files and the database that it was imported into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.setup: Setup | None = None

    def hold(self, setup: Setup) -> None:
        """Make the archive what a case needs; nothing where it is so already."""
        if setup == self.setup:
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, text in files_of(setup).items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        self._imported()
        import_ledger(LEDGER)
        self.setup = setup

    def add(self, key: str, *, visibility: str, text: str = "") -> None:
        """Put one of the file's private texts there, as an author would; or change it."""
        essay = FIXTURES["private"][key]
        file = self.folder / f"{essay['slug']}.md"
        file.write_text(markdown(essay["slug"], text or essay["text"], visibility=visibility))
        for other in (self.folder / "drafts").glob(file.name):
            other.unlink()
        self._imported()
        self.setup = None

    def _imported(self) -> None:
        options = ImportOptions(now=timezone.now(), prune=True)
        report = import_sources([str(self.folder)], options=options, progress=_quiet)
        assert not report.faults, report.faults

    @contextmanager
    def without(self, keys: tuple[str, ...]) -> Iterator[None]:
        """The twin: the same archive, in which these private texts were never written."""
        before = self.setup
        assert before
        kept = tuple(key for key in before.private if key not in keys)
        self.hold(Setup(before.public, kept, before.poison))
        yield
        self.hold(before)


def _quiet(stage: object, done: int, total: int) -> None:
    """Nobody watches."""


def files_of(setup: Setup) -> dict[str, str]:
    files = {}
    for key in setup.public:
        essay = FIXTURES["public"][key]
        text = markdown(essay["slug"], essay["text"], date=essay["date"])
        files[f"{essay['slug']}.md"] = text
    for key in setup.private:
        essay = FIXTURES["private"][key]
        files[f"drafts/{essay['slug']}.md"] = markdown(essay["slug"], essay["text"])
    if setup.poison:
        slug = setup.poison.lower()
        text = FIXTURES["poison"][setup.poison]
        files[f"{slug}.md"] = markdown(slug, text, date="2022-05-05", title="Letters")
    return files


def markdown(slug: str, text: str, *, title: str = "", **fields: Any) -> str:
    front = {"title": title or title_of(slug), "slug": slug, **fields}
    lines = "".join(f"{name}: {value}\n" for name, value in front.items())
    # A token at the end without a full stop would make the sentence before it unquotable.
    closed = text if text.endswith((".", ">")) else f"{text}."
    return f"---\n{lines}---\n\n{closed}\n"


def title_of(slug: str) -> str:
    return slug.replace("-", " ").capitalize()


def out_of_reach(case: Case) -> tuple[str, ...]:
    """The private texts that a search would not find with the visibility filter off."""
    missing = []
    with transaction.atomic():
        for key in case.seeds:
            slug = FIXTURES["private"][key]["slug"]
            Essay.objects.filter(slug=slug).update(visibility="public")
            found = search(_asked_for(case), limit=WITHIN_REACH)
            if slug not in {passage.essay.slug for passage in found.passages}:
                missing.append(key)
        transaction.set_rollback(True)
    return tuple(missing)


def _asked_for(case: Case) -> str:
    """What is looked for; of a tool's call its argument in words."""
    return case.question.rpartition("slug=")[2].replace("-", " ").strip()


def emptied() -> None:
    """Nothing of the cases is left for other tests of this process."""
    call_command("flush", interactive=False, verbosity=0)
