"""Uploads: private, under a name that tells nothing, and told under their own."""

import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from retrieval.corpus.sources import SourceFault
from retrieval.corpus.uploads import drop_strays, keep_upload, open_upload


@pytest.fixture(autouse=True)
def home(settings: Any, tmp_path: Path) -> Path:
    settings.ARCHIVEBRAIN_HOME = tmp_path
    return tmp_path


def test_an_upload_is_closed_to_other_users_and_its_name_tells_nothing(home: Path) -> None:
    kept = keep_upload("my secret plan.md", [b"Crumb."])

    folder = home / "uploads"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / kept).stat().st_mode) == 0o600
    assert "plan" not in kept


def test_a_file_is_read_under_the_name_that_the_author_gave_it() -> None:
    kept = keep_upload("bread.md", [b"Crumb", b" and crust."])

    with open_upload(kept, "bread.md") as source:
        found = source.read("bread.md")

    assert (source.root, source.names, source.whole) == ("upload:/bread", ("bread.md",), False)
    assert getattr(found, "data", None) == b"Crumb and crust."


def test_an_upload_that_is_gone_says_so() -> None:
    with pytest.raises(SourceFault, match="upload it again"), open_upload("", "bread.md"):
        pass


def test_strays_are_deleted_once_they_are_old(home: Path) -> None:
    stray, wanted = keep_upload("a.md", [b"A"]), keep_upload("b.md", [b"B"])

    drop_strays({wanted}, before=datetime(2000, 1, 1, tzinfo=UTC))
    assert (home / "uploads" / stray).exists()
    drop_strays({wanted}, before=datetime(2100, 1, 1, tzinfo=UTC))

    assert [path.name for path in (home / "uploads").iterdir()] == [wanted]
