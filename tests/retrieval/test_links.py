"""Deep links lead to the quoted words, in the form that browsers understand."""

from retrieval.links import deep_link, essay_link

SITE = "https://brain.example/"


def test_a_slug_of_any_script_is_percent_encoded_once() -> None:
    assert essay_link(SITE, "河 é/x") == "https://brain.example/essays/%E6%B2%B3%20%C3%A9%2Fx/"


def test_a_short_quote_is_named_whole_with_every_special_mark_encoded() -> None:
    link = deep_link(SITE, "s", anchor="top-1", quote="Well-known, R&D: “x” at 5%")

    assert link == (
        "https://brain.example/essays/s/#top-1:~:text="
        "Well%2Dknown%2C%20R%26D%3A%20%E2%80%9Cx%E2%80%9D%20at%205%25"
    )


def test_without_an_anchor_the_fragment_is_the_text_alone() -> None:
    assert deep_link(SITE, "s", anchor="", quote="Words.").endswith("/essays/s/#:~:text=Words.")


def test_without_a_quote_the_link_goes_to_the_heading() -> None:
    assert deep_link(SITE, "s", anchor="a", quote=" ").endswith("/essays/s/#a")
    assert deep_link(SITE, "s", anchor="", quote="").endswith("/essays/s/")


def test_a_long_quote_is_named_by_its_first_and_last_words() -> None:
    quote = "one two three four five six " + "and so on " * 9 + "at last it is at an end, here."

    link = deep_link(SITE, "s", anchor="", quote=quote)

    ends = "one%20two%20three%20four%20five,is%20at%20an%20end%2C%20here."
    assert link.endswith(f"#:~:text={ends}")


def test_a_quote_over_two_lines_never_asks_the_browser_to_match_across_them() -> None:
    link = deep_link(SITE, "s", anchor="", quote="Port | Tide\nP01 | 7 m")

    assert link.endswith("#:~:text=Port%20%7C%20Tide,P01%20%7C%207%20m")


def test_a_long_run_without_spaces_is_named_whole() -> None:
    assert deep_link(SITE, "s", anchor="", quote="漢" * 120).endswith("%E6%BC%A2" * 120)
