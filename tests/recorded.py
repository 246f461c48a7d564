"""The recorded cases of one kind, whatever their ids are."""

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(os.environ.get("ARCHIVEBRAIN_TEST_DATA", ""), "bugcases")


def cases(*kinds: str) -> list[str]:
    """The ids of all cases of these kinds; none where the folder is not here or has none."""
    found = sorted(FOLDER.glob("*/expected.json")) if FOLDER.is_dir() else []
    return [path.parent.name for path in found if _read(path)["kind"] in kinds]


def expected(case: str) -> dict[str, Any]:
    """What a correct result looks like."""
    found: dict[str, Any] = _read(FOLDER / case / "expected.json")
    return found


def inputs(case: str) -> list[Any]:
    """Each input file: JSON as it reads, all else as its bytes."""
    paths = [FOLDER / case / name for name in expected(case)["inputs"]]
    return [_read(path) if path.suffix == ".json" else path.read_bytes() for path in paths]


def _read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))
