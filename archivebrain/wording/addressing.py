"""Knows the author under the names that readers give them; pure.

Readers ask of a person: "What does Ada say about soup?", "Has she changed her mind?". No essay
says so, and the name would only draw a question away from its subject.
"""

import re

from archivebrain.wording.stopwords import FUNCTION_WORDS
from archivebrain.wording.words import fold, names_in
from retrieval.types import UNNAMED_AUTHOR

_HELPING = r"(?:does|did|do|is|was|has|had|would|will|can|could|should|might)"
_HOLDING = (
    r"(?:think|thought|say|said|write|wrote|written|believe|argue|recommend|suggest|mean|meant|"
    r"hold|held|feel|felt|change|changing|use|like|prefer|own|ever|still|really|also|now|always)"
    r"(?:s|es|d|ed)?"
)
_OWNED = (
    r"(?:views?|opinions?|positions?|stances?|thoughts?|takes?|minds?|advice|arguments?|reasons?|"
    r"writings?|essays?|articles?|posts?|blogs?)"
)
_TITLE = r"(?:(?:mr|mrs|ms|dr|prof)\.?\s+)?"
# "She" so early, where nobody else is named, is who wrote.
_PRONOUN = re.compile(
    rf"^(?P<before>(?:\S+\s+){{0,3}}?{_HELPING}\s+)(?:s?he|they(?=\s+{_HOLDING}\b))\b",
    re.IGNORECASE,
)


def of_the_author(question: str, *, author: str) -> str:
    """The question with "the author" where it means them by name or as he or she."""
    if author and author != UNNAMED_AUTHOR:
        question = _by_part(_by_whole_name(question, author), author)
    if names_in(question):
        return question
    return _PRONOUN.sub(rf"\g<before>{UNNAMED_AUTHOR}", question)


def _by_whole_name(question: str, author: str) -> str:
    name = r"\s+".join(map(re.escape, author.split()))
    return re.sub(rf"{_TITLE}(?<!\w){name}(?!\w)", UNNAMED_AUTHOR, question, flags=re.IGNORECASE)


def _by_part(question: str, author: str) -> str:
    """One part of a name may be a word or another person's, so its place must tell."""
    for part in author.split():
        if fold(part) in FUNCTION_WORDS:
            # "Will" and "May" begin too many questions.
            continue
        for before, after in (
            (rf"\b{_HELPING}\s+", rf"\s+{_HOLDING}\b"),
            (rf"\b{_HELPING}\s+|\bby\s+|\baccording\s+to\s+", rf"['’]s\s+{_OWNED}\b"),
            (r"\baccording\s+to\s+", r"\b"),
            (
                r"\b(?:what|how|of|about|on|why|when|with|and|is)\s+|^",
                rf"['’]s\s+(?:\w+\s+)?{_OWNED}\b",
            ),
            (r"\b(?:what|how|why|when|where|that)\s+|^", rf"\s+{_HOLDING}\b"),
        ):
            question = re.sub(
                rf"(?P<before>{before}){_TITLE}{re.escape(part)}(?P<after>{after})",
                rf"\g<before>{UNNAMED_AUTHOR}\g<after>",
                question,
                flags=re.IGNORECASE,
            )
    return question
