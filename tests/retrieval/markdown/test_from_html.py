"""A page becomes Markdown that shows the same words; nothing lost, nothing added."""

import json
from contextlib import suppress
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.markdown import plain, readable
from retrieval.markdown.from_html import HtmlFault, to_markdown

# What Markdown, templates, shortcodes, comments and MDX make something of.
NASTY = [
    *("*", "**", "_", "__", "`", "```", "~~", "~~~", "~", "#", "##", ">", "-", "+", "1.", "2)"),
    *("|", "$", "$$", "$5", "[", "]", "[x](y)", "[[x]]", "[^1]", "!", "![", "^", ":", ":::"),
    *("<", ">", "<div>", "<b>", "</p>", "<!--", "-->", "<List>", "<>", "List<T>", "<http://a.b>"),
    *("&", "&amp;", "&lt;", "\\", "\\\\", "\\*", "{", "}", "{{ x }}", "{% y %}", "{# z #}"),
    *("{: .a}", "{/*", "*/}", "%%", "%%x%%", "===", "---", "***", "___", "==x==", "{#a}", "(#a)"),
    *("import x from 'y'", "export const a = 1;", "import", "é", "漢字", "\u00a0", "“", "”"),
]

pieces = st.lists(
    st.one_of(st.sampled_from(NASTY), st.text("ab1.*_-`$ <\n", max_size=4)), min_size=1, max_size=5
)
texts = st.builds(str.join, st.sampled_from(["", " "]), pieces)
INLINE_TAGS = ("b", "i", "em", "strong", "del", "span", "code", "sup", "kbd", "a href='/x'")
BLOCK_TAGS = ("p", "div", "h1", "h3", "blockquote", "section", "pre", "ul", "ol", "figure")


def as_text(text: str) -> tuple[str, str]:
    return escape(text, quote=False), text


def wrapped(tag: str, inside: list[tuple[str, str]]) -> tuple[str, str]:
    item = ("<li>", "</li>") if tag in {"ul", "ol"} else ("", "")
    html = "".join(f"{item[0]}{one}{item[1]}" for one, _ in inside)
    return f"<{tag}>{html}</{tag.split()[0]}>", "".join(words for _, words in inside)


def in_table(rows: list[tuple[tuple[str, str], tuple[str, str]]]) -> tuple[str, str]:
    html = "".join(f"<tr><td>{one}</td><td>{other}</td></tr>" for (one, _), (other, _) in rows)
    words = "".join(f"{one}{other}" for (_, one), (_, other) in rows)
    return f"<table>{html}</table>", words


# A page, and the words that a browser shows of it.
words = st.builds(as_text, texts)
inlines = st.recursive(
    words | st.just(("<br>", "")),
    lambda inner: st.builds(wrapped, st.sampled_from(INLINE_TAGS), st.lists(inner, max_size=3)),
    max_leaves=6,
)
lines = st.lists(inlines, max_size=4).map(lambda found: wrapped("p", found))
blocks = st.recursive(
    st.builds(wrapped, st.sampled_from(("p", "h2", "li", "pre")), st.lists(inlines, max_size=4))
    | st.lists(st.tuples(words, words), min_size=1, max_size=3).map(in_table),
    lambda inner: st.builds(wrapped, st.sampled_from(BLOCK_TAGS), st.lists(inner, max_size=3)),
    max_leaves=6,
)


def without_spaces(text: str) -> str:
    # Cells are parted by "|" in a table, and by a space where one stands in a heading.
    return "".join(text.split()).replace("\u2060", "").replace("|", "")


@settings(max_examples=150, deadline=None)
@given(blocks)
def test_every_word_of_a_page_and_no_other_is_read_back(page: tuple[str, str]) -> None:
    html, shown = page
    markdown = to_markdown(html)

    assert without_spaces(plain(readable(markdown))) == without_spaces(shown)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("Bare words", "Bare words"),
        ("<h2>One\n<em>two</em></h2>", "## One *two*"),
        ("<p>a<br>b</p>", "a  \nb"),
        ("<p>a<br><br>b <b>c<br><br>d</b></p>", "a\n\nb **c**\n\n**d**"),
        (
            "<p>un<em>frigging</em>real <b>b</b>, <i>(i)</i></p>",
            "un<em>frigging</em>real **b**, *(i)*",
        ),
        (
            "<p><b><i>both</i></b> <s>old</s> H<sub>2</sub>O</p>",
            "**<em>both</em>** ~~old~~ H<sub>2</sub>O",
        ),
        (
            "<p>a snake_case, 2 * 3, AT&amp;T, a <3, 50%, C# and [1]</p>",
            "a snake_case, 2 * 3, AT&T, a <3, 50%, C# and [1]",
        ),
        ("<p><s>~a</s> b</p>", "~~\\~a~~ b"),
        ('<p>::: {" "} a</p>', '\\::: \\{" "} a'),
        ("<blockquote>[!note] a</blockquote>", "> \\[!note] a"),
        ("<p>from $5 to $6</p>", "from $5 to $6"),
        ("<p>US$ and x$</p>", "US\\$ and x\\$"),
        ("<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"),
        ("<ol start='3'><li><p>a</p><p>b</p></li><li>c</li></ol>", "3. a\n\n   b\n\n4. c"),
        ("<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"),
        ("<dl><dt>Keel</dt><dd>The spine.</dd></dl>", "**Keel**\n\nThe spine."),
        ("<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"),
        ("<details><summary>More</summary>Text.</details>", "**More**\n\nText."),
        (
            "<figure><img src='a.png' alt='A boat'><figcaption>At sea</figcaption></figure>",
            "![A boat](https://quay.example/log/a.png)\n\nAt sea",
        ),
        (
            "<p><a href='../b?x=(1)'>see [1]</a></p>",
            "[see \\[1\\]](https://quay.example/b?x=%281%29)",
        ),
        ("<p>Go!<a href='b'>on</a></p>", "Go\\![on](https://quay.example/log/b)"),
        ("<p><a href='javascript:x()'>a</a> <a>b</a></p>", "a b"),
        ("<a href='b'><div>card</div></a>", "[card](https://quay.example/log/b)"),
        ("<p>He said <q>no</q>.</p>", "He said “no”."),
        ("<p>run <code>a `b` | c</code></p>", "run ``a `b` | c``"),
        ("<p>a</p><hr><p>b</p>", "a\n\n***\n\nb"),
        ("<h2>Episode (#12)</h2>", "## Episode (#12)\u2060"),
        ("<h2>On <b>{#a}</b></h2>", "## On **\\{#a}\u2060**"),
        ("<p><code>a</code><code>b</code></p>", "`a`<wbr>`b`"),
        ("<p>import x from 'y'</p>", "&#105;mport x from 'y'"),
        ("<p>import duties fell</p>", "import duties fell"),
        (
            "<iframe src='https://play.example/1' title='A talk'></iframe>",
            "[A talk](https://play.example/1)",
        ),
    ],
)
def test_each_part_of_a_page_has_its_markdown(html: str, markdown: str) -> None:
    assert to_markdown(html, base_url="https://quay.example/log/") == markdown


@pytest.mark.parametrize(
    "html",
    [
        "<script>no</script><style>no</style><template>no</template><noscript>no</noscript>",
        "<head><title>no</title></head><nav>no</nav><button>no</button><svg><text>no</text></svg>",
        "<label class='hide-text'>no</label><p hidden>no</p>",
        "<p style='display: none'>no</p><span class='sr-only'>no</span>",
        "<!-- no --><textarea>no</textarea><select><option>no</option></select>",
    ],
)
def test_what_nobody_sees_is_left_out(html: str) -> None:
    assert to_markdown(f"<p>yes</p>{html}") == "yes"


def test_a_sign_beside_a_heading_goes_and_a_heading_that_is_a_link_stays() -> None:
    html = (
        "<h2>A <a class='anchor' href='#a' aria-hidden='true'>#</a></h2>"
        "<h3><a class='anchor'>B</a></h3>"
    )

    assert to_markdown(html) == "## A\n\n### B"


def test_words_that_are_only_hidden_from_ears_are_seen() -> None:
    assert to_markdown(
        "<p><span aria-hidden='true'>★</span><b aria-hidden='true'>O</b>nce</p>"
    ) == ("<strong>O</strong>nce")


@pytest.mark.parametrize(
    ("html", "fence"),
    [
        ("<pre>\n  a\n\n  b\n</pre>", "```\n  a\n\n  b\n```"),
        ("<pre><code class='language-go'>x := 1</code></pre>", "```go\nx := 1\n```"),
        ("<div class='highlight-source-shell'><pre>ls</pre></div>", "```shell\nls\n```"),
        ("<div class='highlight' data-lang='c++'><pre>x</pre></div>", "```c++\nx\n```"),
        ("<pre data-code-block-lang='go'>x</pre>", "```go\nx\n```"),
        ("<pre>a<br>b</pre>", "```\na\nb\n```"),
        ("<pre><code><div>a</div><div>b</div></code></pre>", "```\na\nb\n```"),
        ("<pre>```\n{{ x }}</pre>", "````\n```\n{{ x }}\n````"),
        (
            "<table class='rouge-table'><tr><td class='gutter'><pre>1\n2</pre></td>"
            "<td class='code'><pre>a\nb</pre></td></tr></table>",
            "```\na\nb\n```",
        ),
        ("<pre><span class='lnt'>1</span>a\n<span class='ln'>2</span>b</pre>", "```\na\nb\n```"),
    ],
)
def test_code_keeps_its_lines_and_its_language_and_loses_its_numbers(html: str, fence: str) -> None:
    assert to_markdown(html) == fence


@pytest.mark.parametrize(
    ("html", "table"),
    [
        (
            "<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</table>",
            "| a | b |\n| --- | --- |\n| 1 | 2 |",
        ),
        ("<table><tr><td>a<td>b</table>", "| a | b |\n| --- | --- |"),
        (
            "<table><tr><td colspan=2>x | y<td>z<tr><td>1<br>2<td><ul><li>p<li>q</ul></table>",
            "| x \\| y |  | z |\n| --- | --- | --- |\n| 1<br>2 | p<br>q |  |",
        ),
        ("<table><tr><td>one column</table>", "one column"),
        ("<table role=presentation><tr><td>a<td>b</table>", "a\n\nb"),
        (
            "<table><tr><td><table><tr><td>a<td>b</table><td>c</table>",
            "| a | b |\n| --- | --- |\n\nc",
        ),
        (
            "<table><caption>Knots</caption><tr><td>a<td>b</table>",
            "Knots\n\n| a | b |\n| --- | --- |",
        ),
    ],
)
def test_a_table_is_rows_of_cells_unless_it_lays_out_a_page(html: str, table: str) -> None:
    assert to_markdown(html) == table


@pytest.mark.parametrize(
    "html",
    [
        "<p>A<sup id=r1><a href=#fn1>1</a></sup>.</p>"
        "<ol><li id=fn1>Note. <a href=#r1>↩</a></li></ol>",
        "<p>A<a id=r1 href=#_ftn1>[1]</a>.</p><p><a id=_ftn1 href=#r1>[1]</a> Note.</p>",
        "<p>A<a id=a1 href=#n1>*</a>.</p><aside id=n1><a href=#a1>*</a> Note.</aside>",
        "<p>A<a id=footnote-anchor-1 href=#footnote-1>1</a>.</p><div class=footnote>"
        "<a id=footnote-1 href=#footnote-anchor-1>1</a><div><p>Note.</p></div></div>",
    ],
)
def test_footnotes_of_every_common_shape_are_footnotes(html: str) -> None:
    assert to_markdown(html) == "A[^1].\n\n[^1]: Note."


def test_a_link_down_the_page_is_no_footnote() -> None:
    html = "<p><a href='#part-1'>1</a></p><div id='part-1'><p>Part one.</p></div>"

    assert to_markdown(html) == "[1](#part-1)\n\nPart one."


@pytest.mark.parametrize(
    ("html", "formula"),
    [
        ("<math alttext='{\\displaystyle a_b}'><mi>a</mi></math>", "$a_b$"),
        ("<script type='math/tex; mode=display'>x^2</script>", "$$x^2$$"),
        (
            "<span class='katex'><math><annotation encoding='application/x-tex'>a*b</annotation>"
            "</math><span class='katex-html' aria-hidden='true'>ab</span></span>",
            "$a*b$",
        ),
        ("<span class='math inline'>\\(x_1\\)</span>", "$x_1$"),
        ("<span class='math display'>\\[x_1\\]</span>", "$$x_1$$"),
        ("<p>5<math alttext='x'></math></p>", "5<span>$x$</span>"),
        ("<span class='MathJax_Preview'>x</span><script type='math/tex'>x</script>", "$x$"),
    ],
)
def test_a_formula_is_its_tex(html: str, formula: str) -> None:
    assert to_markdown(html) == formula
    assert plain(readable(to_markdown(html))).lstrip("5") == formula.replace("5<span>", "").replace(
        "</span>", ""
    )


def kept(tag: str, about: object, inner: str = "") -> str:
    return f"<{tag} data-attrs='{escape(json.dumps(about))}'>{inner}</{tag}>"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>As " + kept("span", {"name": "Ann", "id": 7}) + " says</p>", "As Ann says"),
        (kept("div", {"persistentExpression": "e=mc^2", "id": "X"}), "$$e=mc^2$$"),
        (
            kept("div", {"full_text": "Boats &amp; <a href='x'>oars</a>", "username": "ann"}),
            "Boats & oars",
        ),
        (kept("div", {"gallery": {"images": [{"src": "a"}], "caption": "At sea"}}), "At sea"),
        (kept("p", {"title": "no", "text": "no"}, "Go"), "Go"),
        (kept("div", ["no"]) + "<p data-attrs='{'>yes</p><div data-attrs='{'></div>", "yes"),
    ],
)
def test_words_that_a_page_keeps_in_attributes_alone_are_read(html: str, markdown: str) -> None:
    assert to_markdown(html) == markdown


@pytest.mark.parametrize("html", ["", " ", "<!-- c -->", "<", "</p>", "\0", "<?x", "<![CDATA["])
def test_a_page_of_nothing_is_no_fault(html: str) -> None:
    assert to_markdown(html).strip("\\<") == ""


def test_a_page_of_endless_tags_or_of_tags_in_tags_is_a_fault() -> None:
    with pytest.raises(HtmlFault, match="more than 100,000 tags"):
        to_markdown("<b>" * 100_001)
    with pytest.raises(HtmlFault, match="120 deep"):
        to_markdown("<div>" * 50_000 + "x")
    assert to_markdown("<div>" * 110 + "x" + "</div>" * 110) == "x"


@pytest.mark.parametrize(
    ("opened", "closed"),
    [
        ("<b>", "</b>"), ("<span>", "</span>"), ("<ul><li>", "</li></ul>"),
        ("<blockquote>", "</blockquote>"), ("<a href='/'>", "</a>"), ("<q><sup>", "</sup></q>"),
        ("<ol start=7><li>", "</ol>"), ("<blockquote><ul><li>", "</ul></blockquote>"),
        ("<table><tr><td>", "</td></tr></table>"), ("<details><p>", "</p></details>"),
    ],
)  # fmt: skip
def test_tags_in_tags_are_read_down_to_the_last(opened: str, closed: str) -> None:
    deep = 110 // opened.count("<")

    assert plain(readable(to_markdown(opened * deep + "x" + closed * deep))).strip("“”") == "x"


@pytest.mark.parametrize(
    "html",
    [
        "<blockquote>" * 100 + "<pre>" + "x\n" * 300_000,
        "<table><tr>" + "<td>" * 20_000 + "<tr><td>" * 20_000,
        "<p><a href='#n'>1</a></p>" * 10_000 + "<div id='n'>" + "<a href='#x'>1</a>" * 10_000,
        "<h2>" + "&lt;" * 200_000 + "(#a)",
        "<p>" + "[" * 200_000 + "]" * 200_000,
        "<p>" + "$a " * 100_000 + "`" * 100_000 + "*" * 100_000 + "a_" * 100_000,
    ],
)
def test_a_page_made_to_grow_is_a_fault_or_stays_small(html: str) -> None:
    with suppress(HtmlFault):
        assert len(to_markdown(html)) < 20_000_000


def test_marks_of_our_own_and_null_bytes_in_a_page_are_no_marks() -> None:
    assert to_markdown("<p>a\ufdd0\ufdd5b\x00\ud800</p>") == "ab"
