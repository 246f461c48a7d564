"""Of a sitemap only pages and sitemaps are read, and nothing in it costs much."""

import pytest

from retrieval.corpus.formats.locations import MAX_LOCATIONS, Location, read_locations
from retrieval.corpus.formats.xml_safety import XmlFault
from retrieval.fetching.vetting import MAX_URL_CHARS

NAMESPACES = (
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
)


def test_pages_are_found_and_neither_their_pictures_nor_their_translations() -> None:
    data = f"""<?xml version="1.0" encoding="UTF-8"?>
    <urlset {NAMESPACES}><url>
      <loc> https://quay.example/a?x=1&amp;y=2 </loc><lastmod>2024-05-02</lastmod>
      <image:image><image:loc>https://quay.example/a.png</image:loc></image:image>
    </url><url><loc><![CDATA[https://quay.example/b]]></loc></url><url/></urlset>"""

    assert read_locations(data.encode()).found == [
        Location("https://quay.example/a?x=1&y=2", "2024-05-02"),
        Location("https://quay.example/b"),
    ]


def test_an_index_names_sitemaps() -> None:
    data = b"<sitemapindex><sitemap><loc>https://quay.example/1.xml</loc></sitemap></sitemapindex>"

    assert read_locations(data).found == [Location("https://quay.example/1.xml", is_sitemap=True)]


def test_what_stands_before_a_break_is_found_and_the_break_is_told() -> None:
    found = read_locations(b"<urlset><url><loc>https://quay.example/a</loc></url><url><loc>http")

    assert found.found == [Location("https://quay.example/a")]
    assert found.fault is not None


@pytest.mark.parametrize(
    "data",
    [
        b'<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset>&x;</urlset>',
        b"<urlset>" + b"<url>" * 500,
        b"<urlset><url loc='" + b"x" * 200_000 + b"'/></urlset>",
    ],
)
def test_hostile_xml_is_refused(data: bytes) -> None:
    with pytest.raises(XmlFault):
        read_locations(data)


def test_no_more_is_kept_than_anybody_writes() -> None:
    many = b"<url><loc>https://quay.example/a</loc></url>" * (MAX_LOCATIONS + 50)
    endless = b"<url><loc>https://quay.example/" + b"a" * 90_000 + b"</loc></url>"

    assert len(read_locations(b"<urlset>" + many + b"</urlset>").found) == MAX_LOCATIONS
    found = read_locations(b"<urlset>" + endless + b"</urlset>").found
    assert len(found[0].url) == MAX_URL_CHARS + 1
