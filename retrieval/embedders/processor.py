"""What this machine's processor does well, told without loading a library."""

from functools import cache
from pathlib import Path

CPUINFO = Path("/proc/cpuinfo")
# As Linux names them; other systems run on processors without any of them, or do not tell.
_BF16 = frozenset({"avx512_bf16", "amx_bf16"})


@cache
def multiplies_bf16() -> bool:
    """Whether it has instructions for bf16; without them those products are slower than fp32."""
    try:
        return tells_bf16(CPUINFO.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return False


def tells_bf16(cpuinfo: str) -> bool:
    flags = next((line for line in cpuinfo.splitlines() if line.startswith("flags")), "")
    return not _BF16.isdisjoint(flags.split())
