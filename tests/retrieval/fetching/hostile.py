"""Addresses that must never be connected to; ``PORT`` is where a trap listens."""

# What leads to this machine, to its network or to nowhere, by number.
BY_NUMBER = (
    "https://127.0.0.1:PORT/", "https://127.0.0.1/", "https://127.1.2.3:PORT/",
    "https://0.0.0.0:PORT/", "https://0.1.2.3:PORT/", "https://10.0.0.1/", "https://10.255.255.1/",
    "https://172.16.0.1/", "https://172.31.255.254/", "https://192.168.0.1/",
    "https://169.254.169.254/latest/meta-data/", "https://169.254.0.1/", "https://100.64.0.1/",
    "https://100.127.255.254/", "https://100.100.100.200/", "https://168.63.129.16/",
    "https://192.0.0.1/", "https://192.0.2.1/", "https://198.51.100.1/", "https://203.0.113.1/",
    "https://192.88.99.1/", "https://198.18.0.1/", "https://198.19.255.1/", "https://224.0.0.1/",
    "https://239.255.255.250/", "https://240.0.0.1/", "https://255.255.255.255/",
    "https://[::1]:PORT/", "https://[::]:PORT/", "https://[::127.0.0.1]:PORT/",
    "https://[::ffff:127.0.0.1]:PORT/", "https://[::ffff:7f00:1]:PORT/",
    "https://[::ffff:169.254.169.254]/", "https://[::ffff:0:127.0.0.1]:PORT/",
    "https://[64:ff9b::a9fe:a9fe]/", "https://[64:ff9b::7f00:1]:PORT/",
    "https://[64:ff9b:1::7f00:1]/", "https://[2002:7f00:1::]/", "https://[2002:a9fe:a9fe::1]/",
    "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/", "https://[2001:db8::1]/",
    "https://[2001:10::1]/", "https://[2001:20::1]/", "https://[3fff::1]/", "https://[5f00::1]/",
    "https://[fc00::1]/", "https://[fd00::1]/", "https://[fd00:ec2::254]/", "https://[fe80::1]/",
    "https://[fec0::1]/", "https://[ff02::1]/", "https://[ff0e::1]/", "https://[100::1]/",
)  # fmt: skip
# The same in disguise, and what two readers of an address could read in two ways.
IN_DISGUISE = (
    "https://2130706433:PORT/", "https://0x7f000001:PORT/", "https://0x7f.1:PORT/",
    "https://0x7f.0x0.0x0.0x1:PORT/", "https://017700000001:PORT/", "https://0177.0.0.1:PORT/",
    "https://127.1:PORT/", "https://127.0.1:PORT/", "https://127.0.0.1.:PORT/",
    "https://0:PORT/", "https://0x0:PORT/", "https://example.org.0x7f:PORT/",
    "https://127。0。0。1:PORT/", "https://１２７.0.0.1:PORT/", "https://①②⑦.0.0.1:PORT/",
    "https://localhost:PORT/", "https://LOCALHOST:PORT/", "https://localhost.:PORT/",
    "https://intranet/", "https://user@127.0.0.1:PORT/", "https://example.org@127.0.0.1:PORT/",
    "https://user:secret@example.org/", "https://127.0.0.1:PORT\\@example.org/",
    "https://example.org\\@127.0.0.1:PORT/", "https://127.0.0.1:PORT#@example.org/",
    "https://127.0.0.1:PORT?@example.org/", "https://127.0.0.1%00.example.org:PORT/",
    "https://127.0.0.1\t:PORT/", "https://127.0.0.1:PORT/\r\nHost: example.org",
    "https://exa mple.org/", "https://%31%32%37.0.0.1:PORT/", "https://[127.0.0.1]:PORT/",
    "https://[::1%25lo]:PORT/", "https://[::1", "https://", "https:///etc/passwd",
    "https://-/", "https://./", "https://../", "https://example..org/",
)  # fmt: skip
# By scheme or port.
BY_MANNER = (
    "http://example.org/", "http://127.0.0.1:PORT/", "ftp://example.org/", "file:///etc/passwd",
    "gopher://127.0.0.1:PORT/_x", "dict://127.0.0.1:PORT/", "ldap://127.0.0.1/", "data:text/html,x",
    "javascript://example.org/%0aalert(1)", "HTTP://example.org/", "https:example.org",
    "//example.org/", "example.org", "https://example.org:22/", "https://example.org:6379/",
    "https://example.org:8443/", "https://example.org:0/", "https://example.org:99999/",
    "https://example.org:-1/", "https://example.org/" + "a" * 2000,
)  # fmt: skip
HOSTILE = (*BY_NUMBER, *IN_DISGUISE, *BY_MANNER)
# What a name may lead to; each spoils the name, whatever else it leads to.
ANSWERS = (
    ["127.0.0.1"], ["::1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "8.8.8.8"], ["10.0.0.7"],
    ["169.254.169.254"], ["64:ff9b::a9fe:a9fe"], ["2002:7f00:1::"], ["::ffff:127.0.0.1"],
    ["0.0.0.0"],  # noqa: S104  # nothing is bound
    ["224.0.0.1"], ["fe80::1"], ["2606:4700::1111", "fd00::1"],
)  # fmt: skip
