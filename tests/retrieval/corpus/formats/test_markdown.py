"""One Markdown file becomes one document, or a sentence says why not."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from retrieval.corpus.documents import Dates, Place, Refusal, Skip, SourceDocument, Stamp
from retrieval.corpus.formats import Reading
from retrieval.corpus.formats.markdown import MARKDOWN
from retrieval.corpus.sources import open_source
from retrieval.types import DateOrigin, DocType, Visibility
from tests.retrieval.corpus.conftest import NOW, Read, outcome_of


def test_a_whole_hugo_file_is_read_as_its_author_meant_it(read: Read) -> None:
    document = read(
        "+++\r\n"
        'title = "Ovens Are Slow Clocks"\r\n'
        "date = 2021-03-09T18:20:00+02:00\r\nlastmod = 2022-01-15\r\ndraft = false\r\n"
        'slug = "ovens"\r\ntags = ["bread", "time"]\r\nauthor = "Ann"\r\n'
        'canonical = "https://example.org/ovens/"\r\ntype = "tutorial"\r\nlang = "en-GB"\r\n'
        'syndication = ["https://www.review.example/o"]\r\n'
        '[params]\r\nseries = "Kitchen physics"\r\n'
        "+++\r\n\r\nA loaf keeps time.\r\n",
        "content/posts/o.md",
    )

    assert document == SourceDocument(
        root="/archive",
        path="content/posts/o.md",
        slug_wish="ovens",
        folder="posts",
        title="Ovens Are Slow Clocks",
        body="\nA loaf keeps time.\n",
        dates=Dates(
            Stamp(date(2021, 3, 9), datetime(2021, 3, 9, 16, 20, tzinfo=UTC)),
            DateOrigin.FRONT_MATTER,
            Stamp(date(2022, 1, 15)),
            DateOrigin.FRONT_MATTER,
        ),
        visibility=Visibility.PUBLIC,
        doc_type=DocType.TUTORIAL,
        language="en-GB",
        series="Kitchen physics",
        authors=("Ann",),
        tags=("bread", "time"),
        canonical_url="https://example.org/ovens/",
        places=(Place("review.example", "", "https://www.review.example/o"),),
    )


def test_without_front_matter_name_and_first_heading_speak(read: Read) -> None:
    document = read("Text first.\n\n# On *slow* ovens\n", "2019-05-04-ovens_and-time.md")

    assert (document.title, document.slug_wish) == ("On slow ovens", "ovens_and-time")
    assert document.dates.published == Stamp(date(2019, 5, 4))
    assert document.dates.published_origin is DateOrigin.FILE_NAME
    assert read("Text.", "2019-05-04-ovens_and-time.md").title == "Ovens and time"


@pytest.mark.parametrize(
    ("export", "visibility"),
    [
        ("export const metadata = {\n  title: 'Rope',\n  draft: true, // soon\n};", "draft"),
        ("export const meta = { title: 'Rope', draft: true }", "draft"),
        ("export const frontmatter: Post = {\n  title: 'Rope',\n  tags: ['a', 'b'],\n}", "public"),
        ("export const meta = { title: 'Rope', date: new Date() }", "public"),
        ("export const meta = {\n  title: 'Rope', visibility: read(x => { a }),\n}", "private"),
        ("export const meta = {\n  title: 'Rope',", "private"),
        ("export const other = { title: 'Rope', draft: true }", "public"),
    ],
)
def test_an_object_that_an_mdx_page_exports_is_its_front_matter(
    read: Read, export: str, visibility: str
) -> None:
    document = read(f"import A from 'a'\n\n{export}\n\n# Rope\n\nText.", "rope.mdx")

    assert (document.title, document.visibility) == ("Rope", visibility)
    assert read(f"{export}\n\nText.", "rope.md").visibility == "public"


@pytest.mark.parametrize(
    ("path", "slug", "language"),
    [
        ("posts/rope/index.fr.md", "rope.fr", "fr"),
        ("posts/rope.de.md", "rope.de", "de"),
        ("posts/vue.ts.md", "vue.ts", "en"),
    ],
)
def test_a_translation_is_named_after_its_language(
    read: Read, path: str, slug: str, language: str
) -> None:
    document = read("Text.", path)

    assert (document.slug_wish, document.language) == (slug, language)


@pytest.mark.parametrize(
    "path", ["archetypes/post.md", "_includes/a.md", "_site/a.md", "themes/x/exampleSite/a.md"]
)
def test_what_a_site_generator_keeps_beside_the_texts_is_none(path: str) -> None:
    left_out = outcome_of("---\ndate: {{ .Date }}\n---\nText.", path)

    assert isinstance(left_out, Skip)


def test_an_unknown_date_stays_unknown(read: Read) -> None:
    assert read("Text.").dates == Dates()


def test_a_date_that_cannot_be_read_is_reported_and_the_next_one_holds(read: Read) -> None:
    document = read("---\ndate: 03/04/2018\npublished: 2018-04-03\n---\nText.")

    assert document.dates.published == Stamp(date(2018, 4, 3))
    assert [warning for warning in document.warnings if "03/04/2018" in warning]


def test_an_unreadable_date_leaves_the_one_in_the_name(read: Read) -> None:
    document = read("---\ndate: 03/04/2018\n---\nText.", "2018-04-03-a.md")

    assert document.dates.published_origin is DateOrigin.FILE_NAME


def test_a_folder_of_drafts_anywhere_above_makes_a_draft(read: Read) -> None:
    inside = read("Text.", "posts/fragments-drafts/deep/a.md")
    above = read("Text.", "a.md", root="/archive/_drafts")

    assert {inside.visibility, above.visibility} == {Visibility.DRAFT}
    assert inside.visibility_reason == "folder: fragments-drafts"


def test_a_file_name_in_the_future_is_scheduled(read: Read) -> None:
    assert read("Text.", "2050-01-01-a.md").visibility is Visibility.PRIVATE


def test_places_are_read_in_every_form_and_once(read: Read) -> None:
    document = read(
        "---\nalso_published:\n"
        "  - {platform: The Review, title: Another, url: 'https://review.example/x'}\n"
        "  - https://review.example/x\n"
        "  - ftp://review.example/x\n"
        "tumblr_url: https://a.tumblr.example/1\n---\nText."
    )

    assert document.places == (
        Place("The Review", "Another", "https://review.example/x"),
        Place("Tumblr", "", "https://a.tumblr.example/1"),
    )
    assert len(document.warnings) == 1


def test_an_unknown_type_is_an_essay_with_a_warning(read: Read) -> None:
    document = read("---\ntype: sonnet\n---\nText.")

    assert document.doc_type is DocType.ESSAY
    assert "sonnet" in document.warnings[0]


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ("Personal Essay", "personal_essay"),
        ("post", "essay"),
        ("how-to", "tutorial"),
        ("Note", "note"),
    ],
)
def test_usual_names_of_types_are_known(read: Read, written: str, kind: str) -> None:
    document = read(f"---\ntype: {written}\n---\nText.")

    assert (document.doc_type, document.warnings) == (kind, ())


def test_an_address_that_is_no_web_address_is_not_canonical(read: Read) -> None:
    assert read("---\ncanonical: javascript:alert(1)\n---\nText.").canonical_url == ""


@pytest.mark.parametrize("name", ["README.md", "LICENSE.md", "posts/changelog.md", "Source.MD"])
def test_files_about_the_folder_are_skipped_unless_they_have_front_matter(name: str) -> None:
    assert isinstance(outcome_of("About this repository.", name), Skip)
    assert isinstance(outcome_of("---\ntitle: A\n---\nText.", name), SourceDocument)


def test_broken_front_matter_is_refused_with_its_line_and_closes_what_it_was() -> None:
    outcome = outcome_of("---\ntitle: Slow: a manifesto\ndraft: true\n---\nText.")

    assert isinstance(outcome, Refusal)
    assert (outcome.line, outcome.closes) == (2, True)
    assert str(outcome).startswith("posts/page.md, line 2: ")


def test_trash_is_not_imported() -> None:
    assert isinstance(outcome_of("---\nstatus: trash\n---\nText."), Skip)


def test_bytes_that_are_no_text_are_refused() -> None:
    assert isinstance(outcome_of(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"), Refusal)


@pytest.mark.archives
@pytest.mark.parametrize(
    ("name", "read_count", "refused_count"),
    [("brandur", 511, 0), ("18f", 508, 1), ("rescript", 77, 0)],
)
def test_a_real_archive_is_read_whole(
    test_data: Path, name: str, read_count: int, refused_count: int
) -> None:
    with open_source(str(test_data / "data" / "archives" / name)) as source:
        taken = MARKDOWN.takes(source, source.names)
        outcomes = list(MARKDOWN.read(source, taken, Reading(now=NOW)))

    documents = [item for item in outcomes if isinstance(item, SourceDocument)]
    assert len(documents) == read_count
    assert all(document.dates.published for document in documents)
    assert sum(isinstance(item, Refusal) for item in outcomes) == refused_count
