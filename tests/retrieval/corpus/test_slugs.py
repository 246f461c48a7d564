"""One slug for each essay, by the author's word first; namesakes are told apart by folder."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.corpus.front_matter import FrontMatter
from retrieval.corpus.slugs import SlugClaim, assign_slugs, folder_of, wished_slug


@pytest.mark.parametrize(
    ("path", "front", "slug"),
    [
        ("posts/2019-5-4-Why-Bread.md", {}, "Why-Bread"),
        ("は-particle-wa.md", {}, "は-particle-wa"),
        ("two  words.md", {}, "two-words"),
        ("page.html.md", {}, "page"),
        ("2019-05-04.md", {}, "2019-05-04"),
        ("cafe\u0301.md", {}, "café"),
        ("bread/index.md", {}, "bread"),
        ("bread/_index.md", {}, "bread"),
        ("bread/README.md", {"title": "Bread"}, "bread"),
        ("posts/2019-05-04-bread/index.md", {}, "bread"),
        ("index.md", {}, "archive"),
        ("a.md", {"slug": "Mixed-Case"}, "Mixed-Case"),
        ("a.md", {"slug": "007"}, "007"),
        ("a.md", {"slug": "/essays/on time/"}, "on-time"),
        ("a.md", {"slug": ".."}, "a"),
        ("a.md", {"slug": "x" * 501}, "a"),
        ("a.md", {"permalink": "/2015/09/09/a-sprint/"}, "a-sprint"),
        ("a.md", {"permalink": "/old/page.html"}, "page"),
        ("a.md", {"permalink": "/bread/index.html"}, "bread"),
        ("a.md", {"permalink": "/:year/:title/"}, "a"),
        ("a.md", {"permalink": "/posts/no-:title.html"}, "a"),
        ("a.md", {"permalink": "pretty"}, "a"),
        ("a.md", {"permalink": "/wiki/Talk:Rope"}, "Talk:Rope"),
        ("a.md", {"permalink": "false"}, "a"),
        ("a.md", {"url": "https://example.org/caf%C3%A9/?p=1#top"}, "café"),
        ("a.md", {"url": "https://example.org/"}, "a"),
        ("a.md", {"url": "https://[broken/"}, "a"),
        ("a.md", {"aliases": "/b/"}, "a"),
        ("a.md", {"slug": "first", "permalink": "/second/"}, "first"),
    ],
)  # fmt: skip
def test_a_slug_is_the_authors_word_then_the_address_then_the_name(
    path: str, front: dict[str, str], slug: str
) -> None:
    assert wished_slug(FrontMatter(tuple(front.items())), root="/archive", path=path) == slug


def test_a_slug_never_holds_a_slash_or_a_control_character() -> None:
    front = FrontMatter((("url", "https://example.org/a%2Fb%00c/"),))

    assert wished_slug(front, root="/archive", path="x.md") == "a-bc"


def test_the_folder_of_a_folders_own_file_is_the_one_above() -> None:
    assert folder_of("/archive", "en/bread/index.md") == "en"
    assert folder_of("/archive", "en/bread.md") == "en"
    assert folder_of("/archive", "bread.md") == "archive"


def claim(key: str, wish: str, *, folder: str = "f", is_public: bool = True) -> SlugClaim:
    return SlugClaim(key, wish, folder, is_public, tuple(key.split("/")))


def test_public_goes_before_private_and_then_the_order_of_path_parts() -> None:
    claims = [
        claim("a/drafts/x", "x", folder="drafts", is_public=False),
        claim("b/x", "x", folder="b"),
        claim("b-b/x", "x", folder="b-b"),
    ]

    assert assign_slugs(claims, taken=()) == {
        "b/x": "x", "b-b/x": "b-b-x", "a/drafts/x": "drafts-x",
    }  # fmt: skip


def test_an_earlier_import_keeps_its_slug_and_the_later_is_numbered_from_2() -> None:
    claims = [claim(f"{n}/posts/x", "x", folder="posts") for n in range(3)]

    given = assign_slugs(claims, taken={"x"})

    assert list(given.values()) == ["posts-x", "posts-x-2", "posts-x-3"]


def test_a_made_up_slug_never_takes_the_one_an_author_gave() -> None:
    claims = [claim("a/x", "x"), claim("b/x", "x", folder="b"), claim("c/b-x", "b-x", folder="c")]

    assert assign_slugs(claims, taken=()) == {"a/x": "x", "c/b-x": "b-x", "b/x": "b-x-2"}


CLAIMS = st.lists(
    st.builds(
        SlugClaim,
        key=st.uuids().map(str),
        wish=st.sampled_from(["x", "f-x", "f-x-2", "y"]),
        folder=st.sampled_from(["", "f", "g"]),
        is_public=st.booleans(),
        parts=st.tuples(st.sampled_from("ab"), st.sampled_from("cd")),
    ),
    max_size=12,
)


@given(CLAIMS, st.sets(st.sampled_from(["x", "f-x", "g-x", "y"])))
def test_every_claim_gets_a_slug_that_nobody_else_has(
    claims: list[SlugClaim], taken: set[str]
) -> None:
    given_slugs = assign_slugs(claims, taken=taken)

    assert set(given_slugs) == {claim.key for claim in claims}
    assert len(set(given_slugs.values())) == len(claims)
    assert not taken & set(given_slugs.values())
    wishes = {claim.wish for claim in claims} - taken
    assert wishes <= set(given_slugs.values())


@given(st.text(max_size=40), st.text(max_size=40))
def test_whatever_an_author_writes_a_slug_is_one_segment_of_an_address(
    written: str, permalink: str
) -> None:
    front = FrontMatter((("slug", written), ("permalink", permalink)))

    slug = wished_slug(front, root="/archive", path="posts/a page.md")

    assert slug
    assert slug not in {".", ".."}
    assert not any(char.isspace() or char in "/\\\0" for char in slug)


def test_slugs_that_differ_only_in_case_are_two() -> None:
    claims = [claim("a", "Mixed-Case"), claim("b", "mixed-case")]

    assert set(assign_slugs(claims, taken=()).values()) == {"Mixed-Case", "mixed-case"}
