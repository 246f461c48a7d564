"""A programmer types what docs/api.md says, and a running brain answers every line of it."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
COMMANDS = [
    command
    for example in EXAMPLES
    for command in re.findall(r"^curl .*?(?<!\\)$", example, re.DOTALL | re.MULTILINE)
]

pytestmark = [
    pytest.mark.torch,
    pytest.mark.real_sockets,
    pytest.mark.skipif(shutil.which("curl") is None, reason="left out: no curl"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_example_of_the_page_is_answered(brain: str, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", command],
        env={**os.environ, "BRAIN": brain},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    document = json.loads(done.stdout)
    assert "request_id" not in document, document


def test_the_page_has_an_example_of_every_kind() -> None:
    assert len(COMMANDS) >= 8
