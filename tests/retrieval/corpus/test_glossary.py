"""A glossary is taken in whole or not at all, and every fault bears its line."""

import pytest

from retrieval.corpus.author_files import FaultyFile
from retrieval.corpus.glossary import GlossaryReport, import_glossary
from retrieval.corpus.texts import BINARY
from retrieval.models import GlossaryTerm

TERMS = b"""
terms:
  - {term: Receipt, aliases: [quote], definition: Words that stand there., related: [Ledger]}
  - term: "404"
    definition: A page
      that is not there.
    essays: [lost-pages]
"""


@pytest.mark.django_db
def test_terms_come_in_and_come_in_again_unchanged() -> None:
    first = import_glossary(TERMS)

    assert first == GlossaryReport(
        new=2, changed=0, unchanged=0, kept=(),
        warnings=("these terms are named but not there yet: Ledger.",
                  "these essays are named but not there yet: lost-pages."),
    )  # fmt: skip
    row = GlossaryTerm.objects.get(term="404")
    assert (row.definition, row.essays) == ("A page that is not there.", ["lost-pages"])
    assert import_glossary(TERMS).unchanged == 2


@pytest.mark.django_db
def test_a_term_that_left_the_file_is_kept_and_named() -> None:
    import_glossary(TERMS)

    report = import_glossary(b"terms: [{term: Receipt, definition: Other words.}]")

    assert (report.changed, report.kept) == (1, ("404",))


@pytest.mark.django_db
def test_a_term_written_in_another_case_is_the_same_term_with_its_new_spelling() -> None:
    import_glossary(TERMS)

    report = import_glossary(b"terms: [{term: RECEIPT, definition: Other words.}]")

    assert (report.new, report.changed, report.kept) == (0, 1, ("404",))
    assert set(GlossaryTerm.objects.values_list("term", flat=True)) == {"RECEIPT", "404"}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (b"", ["line 1: the file is empty."]),
        (b"terms: {a: b}", ["line 1: terms is not a list; begin each entry with '- '."]),
        (b"- a", ["line 1: the file does not begin with terms:"]),
        (b"words: []", ["line 1: the key 'words' is not known here; write terms."]),
        (b"terms:\n  - just words", ["line 2: an entry of terms is not made of keys and values."]),
        (b"terms:\n  - term: A", ["line 2: an entry of terms has no definition; write one."]),
        (
            b"terms:\n  - {term: A, definition: [x]}",
            ["line 2: definition is not a text; put it in quotes."],
        ),
        (
            b"terms:\n  - {term: A, definition: d, aliases: x}",
            ["line 2: aliases is not a list; write [one, two]."],
        ),
        (
            b"terms:\n  - term: A\n    definition: d\n    term: B",
            ["line 4: the key 'term' stands twice; keep one of them."],
        ),
        (
            b"terms:\n  - term: A: b",
            [
                "line 2: it is not valid YAML: mapping values are not allowed here; "
                "quote a value that holds a colon."
            ],
        ),
        (
            b"terms:\n  - {term: A, definition: d}\n  - {term: B, aliases: [a], definition: d}",
            ["line 3: 'a' is already the name of the term in line 2; give one of them another."],
        ),
        (
            b"te\0xt",
            [f"line 1: {BINARY}"],
        ),
    ],
)  # fmt: skip
def test_a_faulty_file_is_refused_with_every_line(text: bytes, faults: list[str]) -> None:
    with pytest.raises(FaultyFile) as caught:
        import_glossary(text)

    assert [str(fault) for fault in caught.value.faults] == faults


def test_all_faults_are_named_at_once_in_the_order_of_their_lines() -> None:
    with pytest.raises(FaultyFile) as caught:
        import_glossary(b"terms:\n  - {term: A}\n  - {trem: B, definition: d}\n")

    assert [fault.line for fault in caught.value.faults] == [2, 3, 3]


@pytest.mark.django_db
def test_a_faulty_file_changes_nothing() -> None:
    with pytest.raises(FaultyFile):
        import_glossary(b"terms:\n  - {term: A, definition: d}\n  - {term: B}\n")

    assert not GlossaryTerm.objects.exists()
