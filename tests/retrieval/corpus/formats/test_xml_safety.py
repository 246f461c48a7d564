"""XML that wants to do harm is refused by name, in little time, and nothing is fetched."""

import time
import tracemalloc

import pytest

from retrieval.corpus.formats.xml_safety import (
    XmlFault,
    as_utf8,
    look_through,
    mend_ampersands,
    parse,
)

DECLARED = b'<?xml version="1.0" encoding="%b"?>\n'


class Names:
    """Keeps what elements are called, and their text."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.words: list[str] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.tags.append(tag)

    def data(self, text: str) -> None:
        self.words.append(text)

    def end(self, tag: str) -> None: ...
    def close(self) -> None: ...


def read(data: bytes) -> tuple[list[str], str, str]:
    names = Names()
    text, warning = as_utf8(data)
    parse(look_through(text), names)
    return names.tags, "".join(names.words), warning


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd"><a>x</a>', "declaration"),
        (b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>', "declaration"),
        ('\ufeff<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'.encode("utf-16-le"), "declaration"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'.encode("utf-16-be"), "declaration"),
        (b"<a><b/><!ENTITY x 'y'></a>", "declaration"),
        (DECLARED % b"UTF-7" + b"+ADwAIQ-DOCTYPE a+AD4-<a/>", "utf-7"),
        (DECLARED % b"unicode_escape" + b"\\u003ca/>", "hides"),
        (b"<a>" * 65, "nested"),
        (b"<a x='" + b"y" * 100_001 + b"'/>", "longer than"),
        (b"<a " + b"".join(b'x%d="" ' % n for n in range(20_000)) + b"/>", "longer than"),
        (b"<a>\0</a>", "U+0000"),
        (b"<a>\xa4\xa4\xa4\xe5\xa4\xe5</a>", "encoding"),
    ],
)
def test_what_no_export_needs_is_refused_by_name(data: bytes, words: str) -> None:
    with pytest.raises(XmlFault, match=words.replace("+", r"\+")):
        read(data)


@pytest.mark.parametrize(
    "data",
    [
        b"<r>" + b"<a/>" * 7_000_000,
        b"<r>" + b"<a '\"<a '\"" * 500_000,
        b"<r>" + b'<a "' * 1_000_000,
        b"<r>" + b"<!--" * 1_000_000,
        b"<r>" + b"<![CDATA[" * 500_000,
        b"<a x='" + b"y" * 20_000_000 + b"'/>",
    ],
    ids=["elements", "quotes", "open quotes", "comments", "cdata", "attribute"],
)
def test_a_large_attack_costs_little(data: bytes) -> None:
    tracemalloc.start()
    begun = time.monotonic()

    with pytest.raises(XmlFault):
        read(data)

    assert time.monotonic() - begun < 10
    assert tracemalloc.get_traced_memory()[1] < 150_000_000
    tracemalloc.stop()


def test_a_fault_names_its_line_in_the_file() -> None:
    with pytest.raises(XmlFault) as found:
        read(b'<?xml version="1.0"\n?>\n<a>\n<b>\n</a>')

    assert found.value.line == 5


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "koi8-r"])
def test_an_encoding_that_is_stated_is_read(encoding: str) -> None:
    word = "да" if encoding == "koi8-r" else "é"

    tags, words, warning = read(
        f'<?xml version="1.0" encoding="{encoding}"?><a>{word}</a>'.encode(encoding)
    )

    assert (tags, words) == (["a"], word)
    # A mark of UTF-16 says more than the declaration, and "utf-8-sig" is no name of XML's.
    assert warning == ""


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (DECLARED % b"UTF-16" + "<a>é</a>".encode(), "UTF-8"),
        (DECLARED % b"x-nonsense" + "<a>é</a>".encode(), "UTF-8"),
        (DECLARED % b"utf-8" + b"<a>caf\xe9 noir</a>", "Windows-1252"),
        (b"<a>caf\xe9 noir</a>", "Windows-1252"),
    ],
)
def test_an_encoding_that_had_to_be_guessed_is_told(data: bytes, word: str) -> None:
    _, words, warning = read(data)

    assert "é" in words
    assert word in warning


def test_single_bytes_of_an_older_text_in_utf_8_do_not_cost_the_rest() -> None:
    _, words, warning = read(DECLARED % b"utf-8" + "<a>café – q".encode() + b"\xfcay</a>")

    assert words == "café – qüay"
    assert "check" in warning


def test_signs_that_no_xml_may_hold_are_left_out_however_they_are_written() -> None:
    assert read("<a>o\x0ba\x1fk\uffff</a>".encode())[1] == "oak"
    assert mend_ampersands(b"&#11;&#x1F;&#55357;&#xFFFE;&#9;&#233;") == b"&#9;&#233;"


def test_the_doctype_that_rss_once_asked_for_is_passed_over() -> None:
    data = (
        b'<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"\n'
        b' "http://my.netscape.com/publish/formats/rss-0.91.dtd">\n<rss/>'
    )

    assert read(data)[0] == ["rss"]


def test_bare_ampersands_are_mended_and_code_is_left_alone() -> None:
    data = b"<a>Q & A &amp; &mdash; &#8212; &nonsense; <!-- & --><![CDATA[ & &mdash; ]]></a>"

    assert mend_ampersands(data) == (
        b"<a>Q &amp; A &amp; &#8212; &#8212; &amp;nonsense; <!-- & --><![CDATA[ & &mdash; ]]></a>"
    )


def test_marks_that_are_no_tags_do_not_count_as_depth() -> None:
    data = b"<r>" + b"<br>" * 100 + b"<![CDATA[" + b"<div>" * 100 + b"]]><!--" + b"<p>" * 100
    text = data + b"--><?x <a><a> ?></r>"

    assert look_through(text) == text
