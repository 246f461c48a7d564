"""Front matter is read as written, or it is a fault with a line; it is never body."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.corpus.front_matter import FrontMatter, FrontMatterFault, split_front_matter


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: Ovens\ndate: 2020-01-01 \n---\nBody.\n",
        "---  \ntitle: Ovens\ndate: '2020-01-01'\n...\nBody.\n",
        '+++\ntitle = "Ovens"\ndate = "2020-01-01"\n+++\nBody.\n',
        '---toml\ntitle = "Ovens"\ndate = "2020-01-01"\n---\nBody.\n',
        "\n \n---\ntitle: Ovens\ndate: 2020-01-01\n---\nBody.\n",
        '{\n  "title": "Ovens",\n  "date": "2020-01-01"\n}\nBody.\n',
        '\n{"title": "Ovens", "params": {"date": "2020-01-01"}}\nBody.\n',
        '---json\n{"title": "Ovens", "date": "2020-01-01"}\n---\nBody.\n',
    ],
)
def test_yaml_toml_and_json_are_read_and_the_body_begins_below(text: str) -> None:
    front, body = split_front_matter(text)

    assert (front.text("title"), front.text("date"), body) == ("Ovens", "2020-01-01", "Body.\n")


@pytest.mark.parametrize(
    "text",
    [
        "Plain.\n",
        "----\nA rule.\n",
        "Text\n---\nmore\n---\n",
        "\n+++ b/oven.conf\n+heat\n",
        "",
        "\n---\nA.\n\n---\nB",
        "----\nA: rule opens this.\n",
        "<!-- toc -->\n---\nText.\n\n---\n",
        "Title: A\nBy: B\n\nstatus: fine.\n",
        "Status: fine.\n",
        "<!-- -->" * 200 + "\nText.\n",
        '{% include a.html b="c" %}\n',
        "{{ a }}\n",
        '{"quoted"} words.\n',
    ],
)
def test_what_only_looks_like_a_fence_is_body(text: str) -> None:
    assert split_front_matter(text) == (FrontMatter(), text)


def test_scalars_stay_as_the_author_wrote_them() -> None:
    front, _ = split_front_matter("---\ntime: 10:00\nslug: 007\nanswer: no\nodd: 1_000\n---\n")

    assert [front.text(name) for name in ("time", "slug", "answer", "odd")] == [
        "10:00", "007", "no", "1_000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("---\ntitle: Slow: a manifesto\n---\n", 2, "mapping values"),
        ("---\ntitle: Tabs\ntags:\n\t- flour\n---\n", 4, "tab"),
        ('---\ntags: a\ntitle: "Slow\ndate: 2020-01-05\n---\nT.\n', 3, "quotation mark opens here"),
        ("---\ntitle: 'Slow\n---\nT.\n", 2, "quotation mark opens here"),
        ("---\ntitle: Open\n\nText.\n", 1, "never closed"),
        ("\n---\ntitle: Open\n\nText.\n", 2, "never closed"),
        ("---\ntitle: A\ndraft: true\ndraft: false\n---\n", 4, "stands twice"),
        ("---\ntitle: !!python/name:os.system x\n---\n", 2, "constructor"),
        ("---\n- a\n- b\n---\n", 2, "keys and values"),
        ("---\nJust prose.\n---\n", 2, "keys and values"),
        ("+++\ntitle = 'A'\ndate = 2020-99-01\n+++\n", 3, "not valid"),
        ("+++\ntitle = 'A'\ntitle = 'B'\n+++\n", 3, "not valid"),
        ("+++\ntitle = 'A'\n", 1, "never closed"),
        ('---js\n{title: "A"}\n---\n', 1, "js"),
        ('---json\n{"draft": true, "draft": false}\n---\n', 2, "stands twice"),
        ('{\n  "draft": true,\n}\n\nText.\n', 3, "not valid"),
        ('{"draft": true\n\nText.\n', 3, "not valid"),
        ('\n{"a": ' + "[" * 5000 + "\n", 2, "nested"),
        (";;;\n{}\n;;;\n", 1, "JSON"),
        ("---\na: " + "[" * 5000 + "\n---\n", 2, "nested"),
        ("---\na: " + "x" * 200_000 + "\n---\n", 2, "shorten"),
        ("---\na: \x01\n---\n", 2, "not"),
        (" ---\ndraft: true\n---\nText.\n", 2, "looks like"),
        ("----\ndraft: true\n----\nText.\n", 2, "looks like"),
        ("--- yaml\ndraft: true\n---\nText.\n", 2, "looks like"),
        ("<!-- b\n\n-->\n\n---\ndraft: true\n---\nText.\n", 6, "looks like"),
        ("{/* b */}\n+++\ndraft = true\n+++\nText.\n", 3, "looks like"),
        ("\ufeff---\ndraft: true\n---\nText.\n", 2, "looks like"),
        ("Title: A\nDate: 2020-01-01\nStatus: draft\n\nText.\n", 3, "looks like"),
    ],
)  # fmt: skip
def test_broken_front_matter_is_a_fault_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(FrontMatterFault) as caught:
        split_front_matter(text)

    assert caught.value.line == line
    assert words in caught.value.reason
    assert caught.value.reason.endswith(".")


@given(
    st.lists(
        st.sampled_from(
            ["---", "+++", "...", "title: a", "draft = true", "", "Words.", ": [", "{"]
        ),
        max_size=8,
    ).map("\n".join)
)
def test_a_body_is_always_the_end_of_its_text_and_front_matter_never_in_it(text: str) -> None:
    try:
        front, body = split_front_matter(text)
    except FrontMatterFault:
        return

    assert text.endswith(body)
    assert front.present or body == text
    assert front.present == (len(body) < len(text))


@pytest.mark.parametrize("text", ["---", "+++", "---yaml", "\n---\na: b"])
def test_a_fence_at_the_very_end_has_a_line_too(text: str) -> None:
    with pytest.raises(FrontMatterFault, match="never closed") as caught:
        split_front_matter(text)

    assert text.split("\n")[caught.value.line - 1][:3] in {"---", "+++"}


def test_a_later_line_of_plus_signs_is_left_to_the_body() -> None:
    _, body = split_front_matter("+++\ntitle = 'A'\n+++\n```diff\n+++\n+++ b/oven.conf\n```\n")

    assert body == "```diff\n+++\n+++ b/oven.conf\n```\n"


def test_names_are_compared_without_case_and_hyphens_and_nested_tables_come_last() -> None:
    front, _ = split_front_matter(
        '+++\nPubDate = "2020-01-01"\n[params]\nseries = "Kitchen"\npub-date = "1999-01-01"\n+++\n'
    )

    assert [value for _, value in front.all("pub_date")] == ["2020-01-01", "1999-01-01"]
    assert front.text("series") == "Kitchen"


def test_lists_are_read_in_every_usual_form() -> None:
    front, _ = split_front_matter(
        "---\ntags: bread, time,bread\nauthors: [{name: Ann Lee}, 'Bo, Jr.']\nempty:\n---\n"
    )

    assert front.texts("tags") == ("bread", "time")
    assert front.names("authors") == ("Ann Lee", "Bo, Jr.")
    assert front.texts("empty") == ()


def test_texts_hold_nothing_that_a_table_cannot() -> None:
    front, _ = split_front_matter('---\ntitle: "a\\0b\\ud800 c\\n d\u00a0e"\n---\n')

    assert front.text("title") == "ab c d\u00a0e"


@pytest.mark.parametrize("last", ["date: *a9", "tags: *a9", "<<: *m9", "date: &a10 [*a10]"])
def test_aliases_that_would_unfold_to_gigabytes_are_a_fault(last: str) -> None:
    lists = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lists += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]
    merged = ["m0: &m0 {key: value}"]
    merged += [f"m{n}: &m{n} {{<<: [{', '.join([f'*m{n - 1}'] * 9)}]}}" for n in range(1, 10)]
    text = "\n".join(["---", *lists, *merged, last, "---", "Body."])

    with pytest.raises(FrontMatterFault, match="aliases stand for too much"):
        split_front_matter(text)


def test_a_plain_alias_is_what_it_stands_for() -> None:
    front, _ = split_front_matter("---\ntitle: &t Ovens\ntags: [*t, bread]\n---\nBody.\n")

    assert front.texts("tags") == ("Ovens", "bread")
