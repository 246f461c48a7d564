"""The links of a text are told as they are written."""

from retrieval.markdown import link_targets

BODY = """
See [rope](../rope.md#knots), [the quay][q] and again [rope](../rope.md#knots).

- A [list](https://own.example/list) and a [place](#here)

`[no](code)` {{< ref "no.md" >}}

[q]: /quay/
"""


def test_each_link_is_told_once_in_the_order_of_the_text() -> None:
    assert link_targets(BODY) == ("../rope.md#knots", "/quay/", "https://own.example/list")
