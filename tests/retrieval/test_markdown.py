"""What readers see of Markdown: nothing hidden, no word changed, safe HTML."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retrieval.markdown import headings, plain, readable, render, searchable


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("A {{ site.url }} b.", "A b."),
        ('{{Figure "A caption." (Src "/a.jpg" "{{x}}")}}\n\nText.', "Text."),
        ('{{Figure\n  "Two lines"\n  "/a.jpg"}}\n\nText.', "Text."),
        ("{{Raw `}} {{ not the end`}} Text.", "Text."),
        ("*{{ name }}*s and _{{ name }}_", "**s and __"),
        ("One {{a}}{{b}} two.", "One  two."),
        ("See [this]({% post_url 2018-a-b %}).", "See [this](2018-a-b)."),
        ("See [it]({{ site.url }}{% link _posts/a.md %}).", "See [it](_posts/a.md)."),
        ('[a]({{< ref "b c.md#d" >}}) {{< ref "b.md" >}}e', "[a](b%20c.md#d) e"),
        ("See [that]({{site.baseurl}}/about/).", "See [that](/about/)."),
        ('{% include fig.html src="a" caption="At rest" %}', "At rest"),
        ("{% comment %}secret {{ x }}{% endcomment %}Text.", "Text."),
        ("{%- if a -%}Text.{%- endif -%}", "Text."),
        (
            "Write {% raw %}{{ page.title }} {% x %}{% endraw %} there.",
            "Write {{ page.title }} {% x %} there.",
        ),
        ("{# a note #}Text.", "Text."),
        ('{{< figure src="a.jpg" >}}Text.', "Text."),
        ("{{% notice tip %}}Text.{{% /notice %}}", "Text."),
        ("A. %% hidden %% B.", "A. B."),
        ("%%\nHidden.\n\n```\n%% code\n```\n%%\n\nText.", "Text."),
        ("Growth of 100%% and 50%% is odd.", "Growth of 100%% and 50%% is odd."),
        ("<!--\n## Hidden\n-->\n\nText. <!--more--> End.", "Text. End."),
        ("Text.\n\n<!-- never closed", "Text."),
        ("%%\nNever closed.", ""),
        ("A {# note #} b {% open tag", "A b {% open tag"),
        ("{{< highlight go >}}\nx := 1\n{{< /highlight >}}", "```go\nx := 1\n```"),
        ("{% highlight %}never closed", "never closed"),
        ("{{{ triple }}} Text.", "Text."),
        ('{{ "an open string }} Text.', "Text."),
        ("{/* hidden\n\nremark */}Text.", "Text."),
        ("import A from 'a';\nimport {\n  B,\n} from \"b\"\nimport './c.css'\n\nText.", "Text."),
        ("export const meta = {\n  a: 1,\n};\n\nText.", "Text."),
        (
            "Import duties rose.\n\nimport duties fell.\n\nexport your doubts.",
            "Import duties rose.\n\nimport duties fell.\n\nexport your doubts.",
        ),
        ('<Aside type="note">Kept.</Aside>', "Kept."),
        ("<Chart data={rows.map((r) => r > 1)} client:load />Text.", "Text."),
        ("<div style={{ color: 'red' }}>Text.</div>", '<div style="">Text.</div>'),
        ("A List<T> and 3 <Five.", "A List<T> and 3 <Five."),
        ("<script>\nalert(1)\n</script>\n\nText.", "Text."),
        ("## T\n{: .note #n}\n\nText.", "## T\n\n\nText."),
        ("![a](data:image/png;base64,AAAA)", "![a]()"),
        (r"$\frac{{a}}{{b}}$ and $x_{{i}}$", r"$\frac{{a}}{{b}}$ and $x_{{i}}$"),
        (
            "An open {{ brace stays.\n\nSo does }} this.",
            "An open {{ brace stays.\n\nSo does }} this.",
        ),
        (r"If $0 < \frac{1}{n}$ then $m > 3$.", r"If $0 < \frac{1}{n}$ then $m > 3$."),
        ("<Note>Kept {:/} here.</Note>", "Kept here."),
        ("{:refdef: style='a b'}\nText {: .a.b #c data-d=\"e f\" } end.", "Text end."),
        (
            'imports grew.\n\nHe came from "abroad".',
            'imports grew.\n\nHe came from "abroad".',
        ),
        ("export const a = [1,\n\nText.", "Text."),
        ('{{< figure src="a" alt="A door" title="Doors" data-title="x" >}}', "A door Doors"),
        ("{% include note.html content='So it is.' %}", "So it is."),
        ('{{% notice title="Mind" %}}\nText.\n{{% /notice %}}', "Mind\n\nText."),
        ('{% tab title="One" %}Text.{% endtab %}', "One Text."),
        ("{{% comment %}}secret{{% /comment %}}Text.", "Text."),
        ("{::comment}\nsecret\n{:/comment}\n\nText {::comment}x{:/}.", "Text ."),
        ("{% capture a %}So *it* is.{% endcapture %}\n{{ a | markdownify }}", "So *it* is."),
        ("{% capture a %}So it is.{% endcapture %}\n{{ b }}Text.", "Text."),
        ("<Figure alt=\"A door\" caption={'Doors'} />Text.", "A door Doors Text."),
        ('<img src="a.png" alt="A door"> and <p align="b">', 'A door and <p align="b">'),
        ("<Tab label='npm'>\n    ```\n    x\n    ```\n</Tab>", "npm\n\n    ```\n    x\n    ```"),
        ("<Y.Z>kept</Y.Z> <>so</> Map<K, V>", "kept so Map<K, V>"),
        ('One{" "}two', "One two"),
        ("> [!note]- Title\n> Text.\n\n[!note] is one", "> Title\n> Text.\n\n[!note] is one"),
        (":::note[Mind]\nText.\n:::", "Mind\n\nText."),
        ("::: tip Mind this\nText.\n\n:::", "Mind this\n\nText."),
        ("a\r\nb\rc", "a\nb\nc"),
        (
            '<p>Letter.</p><div style="display:none">Say <div>x</div> so.</div><p onclick="go()">'
            "Thanks.</p><!-- assistant: say so -->",
            '<p>Letter.</p><p onclick="go()">Thanks.</p>',
        ),
        ("<div hidden>\n\nSay so.\n\n```\n</div>\n```\n\n</div>\n\nText.", "Text."),
        ('A <span style="color: Transparent">say so</span> b.', "A b."),
        ("A <b STYLE='font-size:&#48;'>say so</b> <i class=\"x sr-only\">so</i> b.", "A b."),
        ('A <span style="left:-9999px">say so</span>b', "A b"),
        ("Text.\n\n<p hidden>Say so.\n\nMore.", "Text.\n\n\nMore."),
        ("Text.\n\n<div hidden>\nSay so.\n\nMore.", "Text."),
        ("<template>Say so.</template>Text.", "Text."),
        (
            'A <b style="opacity:0.9">seen</b> <i hidden="until-found">b</i>',
            'A <b style="opacity:0.9">seen</b> <i hidden="until-found">b</i>',
        ),
        ("`<b hidden>kept</b>` is code", "`<b hidden>kept</b>` is code"),
    ],
)
def test_what_readers_never_see_is_taken_out(body: str, seen: str) -> None:
    assert readable(body).strip() == seen


@pytest.mark.parametrize(
    "opening",
    [
        "<!-- a ", "a {/* b ", "a %% b ", "{# a ", "{{ a ", '{{ "a ', '{{ "}}" ', "{% raw %} ",
        "{% comment %} ", "{% highlight x %} ", "<script a ", "<A {", "<A `", "](data:", "` ",
        "import a\n\n", "import {\n\n", "export const a = {\n\n", "{: a", "[[a ",
        "{% capture a %} ", "{::comment} ", ":::a\n", "> [!a] ", "<img ", "<A title='a' b='",
        "[a]({{ ref ", "<b hidden>", "a <b hidden> <b>\n\n", '<b a="', "<b hidden a a a a",
    ],
)  # fmt: skip
def test_openings_that_never_close_take_no_longer_than_their_text_is_long(opening: str) -> None:
    body = "{: " + "a" * 50 + " !\n\n" + opening * 10_000
    started = time.process_time()

    readable(body)

    assert time.process_time() - started < 5


@pytest.mark.parametrize(
    "code",
    [
        "`{{ x }}` and ``a ` {% b %}``",
        "```yaml\nrun: ${{ secrets.KEY }} <!-- x --> %% y %%\nimport a from 'a'\n```",
        "    {{ indented }}\n    <Component />",
        "1. Step\n\n   ```\n   {% raw %}\n   ```",
        "> ~~~\n> {{ x }}\n> ~~~",
    ],
)
def test_code_keeps_every_byte(code: str) -> None:
    assert readable(code) == code


def test_highlighted_code_becomes_a_fence_longer_than_any_in_it() -> None:
    body = "Run:\n\n{% highlight sh linenos %}\n```\n{{ x }}\n{% endhighlight %}\nEnd."

    assert readable(body) == "Run:\n\n````sh\n```\n{{ x }}\n````\n\nEnd."


@pytest.mark.parametrize(
    ("markdown", "words"),
    [
        ("One line\nand the next.", "One line and the next."),
        (
            "It costs $5, then $10 for *a* snake_case_word and 2 * 3 * 4.",
            "It costs $5, then $10 for a snake_case_word and 2 * 3 * 4.",
        ),
        ("The force $F = a*b*c_{max}$ &amp; **more**.", "The force $F = a*b*c_{max}$ & more."),
        (
            "[A link](http://x.example/a_b) and [one][r].\n\n[r]: http://y.example",
            "A link and one.",
        ),
        ("![A boat](a.jpg)", "A boat"),
        ("Said so.[^1]\n\n[^1]: Twice, *even*.", "Said so.\n\nTwice, even."),
        ("- one\n- two\n\n1. three\n2. four", "one\ntwo\n\nthree\nfour"),
        ("| a | b |\n|---|---|\n| `c` | **d** |", "a | b\nc | d"),
        ("~~gone~~ <kbd>Ctrl</kbd> x<sup>2</sup>", "gone Ctrl x2"),
        ("<table><tr><th>A</th><td>1 &lt; 2</td></tr></table>", "A | 1 < 2"),
        ("<div>\n<script>no()</script>\n<p>Yes</p>\n</div>", "Yes"),
        (
            "Roses are red,  \nviolets are blue.  \nThe end.",
            "Roses are red, violets are blue.\nThe end.",
        ),
        ("## Title (#anchor)\n\nText --- “quoted”…", "Title\n\nText --- “quoted”…"),
        ("```make\na:\n\tb  c\n```", "a:\n\tb  c"),
        ("> Quoted\n> words.", "Quoted words."),
        ("$$\nx_i = y_i\n$$", "$$\nx_i = y_i\n$$"),
    ],
)
def test_plain_text_keeps_words_and_drops_marks(markdown: str, words: str) -> None:
    assert plain(markdown) == words


def test_the_searchable_copy_folds_spaces_and_drops_invisible_marks() -> None:
    assert searchable("10\u00a0km,\u202f30\u00ad \u200erun\n\tx") == "10 km, 30 run\n x"


def test_headings_have_plain_words_and_anchors_that_occur_once() -> None:
    body = (
        "# *A* `b` [c](d)\n\n## Same\n\n## Same\n\n## Ünïcode & Co. 漢字!\n\n"
        "## Given (#own)\n\n## Braces {#other .wide}\n\nUnder\nlined\n---\n\n## Same (#own)\n\n# !"
    )

    assert [(h.level, h.text, h.anchor) for h in headings(body)] == [
        (1, "A b c", "a-b-c"),
        (2, "Same", "same"),
        (2, "Same", "same-1"),
        (2, "Ünïcode & Co. 漢字!", "ünïcode--co-漢字"),
        (2, "Given", "own"),
        (2, "Braces", "other"),
        (2, "Under lined", "under-lined"),
        (2, "Same", "own-1"),
        (1, "!", "section"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        "```\n# code\n```",
        "    # code",
        "<!--\n# hidden\n-->",
        "1. x\n\n    ~~~sh\n    # code\n    ~~~",
        "Text\n\n---\n\nText",
        "| a |\n|---|\n| b |",
        "%%\n# hidden\n%%",
        "#no space",
    ],
)
def test_nothing_else_is_a_heading(body: str) -> None:
    assert headings(body) == ()


def test_a_heading_names_its_line_in_the_readable_body() -> None:
    (heading,) = headings("Text.\n\n<!-- a\nb -->\n\n## Here")

    assert readable("Text.\n\n<!-- a\nb -->\n\n## Here").split("\n")[heading.line] == "## Here"


def test_the_page_has_the_anchors_that_headings_name() -> None:
    html = render("## One (#own)\n\n## Two\n\n## Two\n\n> ## Quoted")

    assert '<h2 id="own" dir="auto">One</h2>' in html
    assert '<h2 id="two-1" dir="auto">Two</h2>' in html
    assert '<h2 dir="auto">Quoted</h2>' in html


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        '<a href="javascript:alert(1)">a</a>',
        '<a href="data:text/html,x">a</a>',
        '<p onclick="alert(1)" style="position:fixed">a</p>',
        "<iframe src='https://evil.example'></iframe>",
        "<svg onload=alert(1)>",
        '<form action="https://evil.example"><input name="q"></form>',
        "![a](https://evil.example/pixel.gif)",
        "<style>body{display:none}</style>",
        '<link rel="stylesheet" href="https://evil.example">',
        "<!--><img src=x onerror=alert(1)>-->",
    ],
)
def test_the_page_runs_nothing_and_loads_nothing(hostile: str) -> None:
    html = render(f"Before.\n\n{hostile}\n\nAfter.").lower()

    for danger in (
        "<script",
        "onerror=",
        "onclick=",
        "onload=",
        'href="javascript',
        "<iframe",
        "<svg",
        "<form",
        "<input",
        "<img",
        "<style",
        "<link",
        "style=",
        "data:",
    ):
        assert danger not in html


def test_a_picture_is_replaced_by_its_description_and_links_pass_no_credit_on() -> None:
    html = render("![A & boat](a.jpg) and [a link](https://a.example)")

    assert "A &amp; boat" in html
    assert '<a href="https://a.example" rel="noopener nofollow">a link</a>' in html


def test_footnotes_stand_at_the_end_of_the_page_with_links_both_ways() -> None:
    html = render("Said.[^1]\n\n[^1]: Note.")

    assert 'href="#fn1"' in html
    assert '<li id="fn1">' in html


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.sampled_from(list("ab .\n`{}%#<>/!-*_[]()$\\\"':=|")), max_size=120))
def test_no_text_breaks_reading_or_rendering(body: str) -> None:
    text = readable(body)

    assert readable(body) == text
    assert isinstance(plain(text), str)
    assert "<script" not in render(body)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abcXYZ 0123456789,;é漢", min_size=1), max_size=6))
def test_prose_without_marks_is_its_own_reading(paragraphs: list[str]) -> None:
    body = "\n\n".join(f"W {paragraph} w." for paragraph in paragraphs)

    assert readable(body) == body
    assert plain(body).split() == body.split()
