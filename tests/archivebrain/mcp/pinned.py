"""What models are told of the tools, as it was last read and agreed to.

After a change on purpose: ``python -m tests.archivebrain.mcp.pinned`` and read the difference.
"""

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import django

PINNED = Path(__file__).with_name("tools.json")


def told_to_models() -> list[dict[str, Any]]:
    """All that a model or a client sees of each tool, for an author of a fixed name."""
    from archivebrain.mcp.server import archive

    server = archive("Ada Lovelace")
    tools = asyncio.run(server.list_tools())
    return [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
    django.setup()
    PINNED.write_text(json.dumps(told_to_models(), indent=2, ensure_ascii=False) + "\n")
