"""Says in this project's words what the framework finds wrong with a field; pure."""

import re

_OURS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(theirs, re.DOTALL), ours)
    for theirs, ours in (
        (r"This field is required\.", "This is missing; add it."),
        (r"This field may not be (?:null|blank)\.", "This is empty; write something here."),
        (r"Not a valid string\.", "This is no text; write it in quotation marks."),
        (r"Must be a valid boolean\.", "Write true or false."),
        (r"A valid integer is required\.", "Write a whole number."),
        (r"Date has wrong format\..*", "This is no day; write it as 2021-06-30."),
        (r"Expected a list of items but got type .*", "Write a list, in square brackets."),
        (r"Expected a dictionary of items but got type .*", "Write an object, in braces."),
        (r"Invalid data\. Expected a dictionary.*", "Write an object, in braces."),
        (r"This list may not be empty\.", "The list is empty; put something in it."),
        (
            r"Ensure this field has no more than (\d+) characters\.",
            r"This is longer than \1 characters; shorten it.",
        ),
        (
            r"Ensure this field has no more than (\d+) elements\.",
            r"The list has more than \1 entries; shorten it.",
        ),
        (r"Ensure this value is less than or equal to (\d+)\.", r"Write at most \1."),
        (r"Ensure this value is greater than or equal to (\d+)\.", r"Write at least \1."),
        (
            r"(\".*\") is not a valid choice\.",
            r"\1 cannot stand here; the words that can are named in /api/v1/docs.",
        ),
        (
            r"This value does not match the required pattern\.",
            "This has not the form that /api/v1/docs tells.",
        ),
    )
)


def in_our_words(sentence: str) -> str:
    """Ours for a sentence of the framework's; any other as it stands."""
    for theirs, ours in _OURS:
        if found := theirs.fullmatch(sentence):
            return found.expand(ours)
    return sentence
