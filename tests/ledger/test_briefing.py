"""The block that outranks passages: every row dated, and what became of it."""

from ledger.briefing import block
from ledger.types import Label
from tests.ledger.rows import held, reversed_view

BLOCK = """\
On e-bikes:
- 2018-05-20 | since reversed | An electric bicycle is cheating. [S4]
- 2021-05-16 | current | An e-bike is a real bicycle, and more people ride one. \
Because: The hill sorts riders by age. [S2]"""


def test_the_whole_block() -> None:
    assert block([reversed_view(), held()], sources={"eb-2018": 4, "eb-2021": 2}) == BLOCK


def test_a_row_without_a_date_or_a_passage_says_so_or_nothing() -> None:
    assert "- date not stated | since reversed | An electric bicycle is cheating." in block(
        [reversed_view(dated=None)], sources={}
    )


def test_a_notice_is_nobodys_view() -> None:
    notice = reversed_view(label=Label.RETRACTED, is_notice=True)

    assert "| notice of retraction |" in block([notice], sources={})


def test_no_positions_are_no_block() -> None:
    assert block([], sources={}) == ""
