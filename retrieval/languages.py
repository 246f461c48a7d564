"""Language tags as essays bear them, such as ``en``, ``de-AT`` or ``pt_BR``; pure."""

import re

_TAG = re.compile(r"[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*")


def primary(tag: str) -> str:
    """The language alone, without its region or script: ``de`` of ``de-AT``."""
    return tag.replace("_", "-").split("-")[0].lower()


def is_tag(text: str) -> bool:
    return _TAG.fullmatch(text) is not None
