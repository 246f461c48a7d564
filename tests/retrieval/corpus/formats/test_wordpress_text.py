"""What a WordPress post's readers saw, made of what its author typed."""

import re
import time

import pytest

from retrieval.corpus.formats.shortcodes import is_for_members, render_shortcodes
from retrieval.corpus.formats.wordpress_text import html_of, missing_blocks, paragraphs


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("One.\n\nTwo\nlines.", "<p>One.</p>\n<p>Two<br>\nlines.</p>"),
        ("<h2>Head</h2>\nText.", "<h2>Head</h2><p>Text.</p>"),
        ("<ul>\n<li>a\nb</li>\n</ul>", "<ul>\n<li>a<br>\nb</li>\n</ul>"),
        ("<blockquote>a\n\nb</blockquote>", "<blockquote><p>a</p>\n<p>b</p></blockquote>"),
        ("<p>Done.</p>", "<p>Done.</p>"),
        ("<pre>a\n\nb</pre>", "<pre>a\n\nb</pre>"),
        ("a\n<!-- b\n\nc -->", "<p>a<br>\n<!-- b\n\nc --></p>"),
        ("a<hr>b", "<p>a</p><hr><p>b</p>"),
    ],
)
def test_line_ends_of_an_old_post_are_its_paragraphs(typed: str, shown: str) -> None:
    assert paragraphs(typed) == shown


def test_in_blocks_a_line_end_is_no_break_and_their_marks_go() -> None:
    shown = html_of(
        '<!-- wp:columns {"a":"b"} --><div>\n<!-- wp:paragraph --><p>a\nb</p>'
        "<!-- /wp:paragraph --></div><!-- /wp:columns -->\n\nloose\n\nwords\n"
        '<!-- wp:latest-posts {"n":3} /-->',
        {},
    )

    assert re.sub(r"\n+", "\n", shown).strip() == (
        "<div>\n<p>a\nb</p></div>\n<p>loose</p>\n<p>words</p>"
    )


def test_a_text_that_shows_itself_ends() -> None:
    block = '<!-- wp:block {"ref":7} /-->'

    shown = html_of(block, {"7": f"again {block * 50}"})

    assert "again" in shown
    assert len(shown) < 6_000_000
    assert missing_blocks(block * 2, {}) == ("7",)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        (
            '[caption id="a" width="3"]<a href="u"><img src="s"></a> Words.[/caption]',
            '<figure><a href="u"><img src="s"></a><figcaption>Words.</figcaption></figure>',
        ),
        (
            "[caption caption='Words.']<img src='s'>[/caption]",
            "<figure><img src='s'><figcaption>Words.</figcaption></figure>",
        ),
        ('[gallery ids="1,2"] after', " after"),
        (
            '[code lang="js"]a &lt; b[/code]',
            '<pre><code class="language-js">a &lt; b</code></pre>',
        ),
        ("[python]a < b[/python]", '<pre><code class="language-python">a &lt; b</code></pre>'),
        ("[code]\n[gallery]\n[/code]", "<pre><code>[gallery]</code></pre>"),
        ("[[gallery]] is a code", "&#91;gallery] is a code"),
        ("[embed]https://v.example/1[/embed]", "\n\nhttps://v.example/1\n\n"),
        ('[vc_row][vc_column width="1/2"]In.[/vc_column][/vc_row]', "In."),
        ('[toggle title="Why?"]Because.[/toggle]', "<p><strong>Why?</strong></p>\nBecause."),
        ('[vc_custom_heading text="Why?"]', "<p><strong>Why?</strong></p>\n"),
        ('[box title="false"]In.[/box]', "In."),
        ("[vc_raw_html]JTNDcCUzRUFobyElM0MlMkZwJTNF[/vc_raw_html]", "<p>Aho!</p>"),
        ("Oak[footnote]Old.[/footnote] floats.[footnotes]", "Oak (Old.) floats."),
        ("he said [sic] and [1] [citation needed]", "he said [sic] and [1] [citation needed]"),
        ("[a link](https://x.example)", "[a link](https://x.example)"),
        ('[contact-form to="a@b.example"]', ""),
        ("[latex]e=mc^2[/latex]", '<span class="math">\\(e=mc^2\\)</span>'),
    ],
)
def test_a_shortcode_leaves_what_its_readers_saw(typed: str, shown: str) -> None:
    assert render_shortcodes(typed) == shown


def test_a_formula_is_told_from_money() -> None:
    shown = html_of("It costs $5. $latex x < 1$ holds.", {})

    assert shown == '<p>It costs $5. <span class="math">\\(x &lt; 1\\)</span> holds.</p>'


def test_a_part_for_members_is_noticed_and_a_word_for_them_is_not() -> None:
    assert is_for_members('a [restrict userlevel="x"]b[/restrict]')
    assert is_for_members('a [passster password="1"]b[/passster]')
    assert is_for_members("a [um_loggedin]b[/um_loggedin]")
    assert not is_for_members("a [not_logged_in]b[/not_logged_in]")
    assert not is_for_members("our members [and friends] are paid")


@pytest.mark.parametrize(
    "text",
    ["[a]" * 500_000, '[a "' * 49_000, "<pre>" * 300_000, "<!--" * 500_000, "<div>" * 300_000,
     "<!-- wp:a " * 300_000, "[members " * 300_000, "[a]" * 24_000 + "[/a]" * 24_000],
    ids=["many", "quotes", "pre", "comments", "nested", "blocks", "members", "pairs"],
)  # fmt: skip
def test_a_hostile_text_costs_little(text: str) -> None:
    begun = time.monotonic()

    html_of(text, {})
    is_for_members(text)

    assert time.monotonic() - begun < 10
