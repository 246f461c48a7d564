"""Finds addresses in plain text, with a scheme or without: no answer holds one; pure."""

import re

URL = re.compile(
    r"\(?(?:\b[a-z][a-z0-9+.-]{1,20}://|\bmailto:|\bjavascript:|\bdata:\w+/|\bwww\.)"
    r"\S*[^\s.,;:!?'\"»”]"
    r"|\b(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,12}/[\w/?#=&%.~+-]*[\w/]",
    re.IGNORECASE,
)
# The endings that hosts of the web mostly have, and those set aside for examples. Left out
# are those that file names have (README.md, main.rs) or the parts of programs (asyncio.run).
_ENDINGS = (
    "com|org|net|edu|gov|mil|info|biz|io|ai|app|dev|co|tv|fm|gg|online|site|shop|xyz"
    "|club|website|cloud|tech|blog|news|example|invalid|localhost|onion|eu|uk|ca|au|nz|ie|ch|fr"
    "|nl|lu|pt|se|dk|fi|pl|cz|sk|hu|ro|bg|gr|ru|ua|tr|il|jp|cn|kr|tw|hk|sg|br|mx|ar|cl|za"
)
# Words as well: "the end.It was" has lost a space and names no host in Italy.
_WORDS = "it|in|at|be|no|us|de|es"
# Their names look like hosts.
_PRODUCTS = r"(?:asp|ado|vb)\.net|socket\.io"
_CODE = re.compile(r"`[^`]*`")
HOST = re.compile(
    rf"(?<![\w.@/`-])(?!(?:{_PRODUCTS})\b)"
    r"(?:[\w.+-]{1,64}@)?"
    r"(?:(?=[\d-]*[^\W\d_])[\w-]{2,63}\.){1,5}"
    rf"(?:{_ENDINGS}|(?-i:{_WORDS}))(?![\w(@-]|\.\w)",
    re.IGNORECASE,
)


def has_address(text: str) -> bool:
    return URL.search(text) is not None or HOST.search(text) is not None


def without_addresses(text: str) -> str:
    """What stands between backticks is code and keeps its names of hosts."""
    unlinked = URL.sub("", text)
    pieces = []
    at = 0
    for code in _CODE.finditer(unlinked):
        pieces += [HOST.sub("", unlinked[at : code.start()]), code[0]]
        at = code.end()
    return "".join([*pieces, HOST.sub("", unlinked[at:])])
