"""Two texts side by side."""

from retrieval.comparing import MOST_BY_WORDS, MOST_WORDS, Pair, Run, compare


def test_paragraphs_that_are_alike_are_counted_and_changed_words_are_marked() -> None:
    left = "The same.\n\nThe crumb is soft.\n\nOnly here."
    right = "The same.\n\nThe crust is soft."

    assert compare(left, right) == (
        Pair(same=1),
        Pair(
            (Run("The "), Run("crumb ", differs=True), Run("is soft.")),
            (Run("The "), Run("crust ", differs=True), Run("is soft.")),
        ),
        Pair(left=(Run("Only here.", differs=True),)),
    )


def test_one_text_differs_from_itself_in_nothing() -> None:
    assert compare("One.\n\nTwo.", "One.\n\nTwo.") == (Pair(same=2),)


def test_every_sign_of_both_texts_is_shown() -> None:
    left, right = "A  b\nc d.\n\nE f.", "A b c\td!\n\nG."

    pairs = compare(left, right)

    def text(side: str) -> str:
        return "\n\n".join("".join(run.text for run in getattr(pair, side)) for pair in pairs)

    assert (text("left"), text("right")) == (left, right)


def test_a_very_long_paragraph_is_marked_as_a_whole() -> None:
    long = "word " * (MOST_WORDS + 1)

    (pair,) = compare(long, "short")

    assert pair.left == (Run(long.strip(), differs=True),)


def test_of_two_texts_with_nothing_in_common_only_the_first_paragraphs_are_read_by_words() -> None:
    left = "\n\n".join(f"On day {n} it rained." for n in range(MOST_BY_WORDS + 1))
    right = "\n\n".join(f"On day {n} it snowed." for n in range(MOST_BY_WORDS + 1))

    *first, last = compare(left, right)

    assert all(len(pair.left) == 2 for pair in first)
    assert last.left == (Run(f"On day {MOST_BY_WORDS} it rained.", differs=True),)
