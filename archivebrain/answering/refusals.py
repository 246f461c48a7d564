"""Reads an answer's opening and says whether it declines; pure.

A real answer opens with substance; a refusal opens by saying that what was read does not
cover the question. Markers prove nothing: models decline and cite in one breath. Each
sentence becomes a string of letters, one per word (``refusal_words``), and a small grammar
of who and what with a negated verb of covering is matched against it. The grammar misses
turns that nobody has thought of, so weights fitted to the labelled openings have a say
(``refusal_likelihood``): where they are sure, and only there, they overrule it.
"""

import re
from collections.abc import Sequence

from archivebrain.answering.refusal_grammar import (
    ABOUT_AUTHOR,
    ABOUT_SOURCES,
    AUTHOR_AT_LARGE,
    COURTESY_ALONE,
    DENIAL,
    EXCEPTION,
    LEAD,
    LOOSE_DENIAL,
    OWN_CLAIM,
    TOPICAL,
)
from archivebrain.answering.refusal_likelihood import SURELY, SURELY_NOT, likelihood_of
from archivebrain.answering.refusal_reading import Sentence, read, read_sentence
from archivebrain.answering.refusal_words import MARKER, OTHER

# Without one of these words nothing is denied, whatever the weights say.
DENYING = re.compile("[NULOhr]")
# "I cannot help with that": of the model itself the grammar is always believed.
UNABLE = re.compile("[DGq,b]{0,4}I")
# "Do not, as far as I can tell, mention".
ASIDE = re.compile("(?<=N),[^,;N]{1,9},")
# Sentences of courtesy and of what was searched, before the point.
PREAMBLE_SENTENCES = 3
LEADS = 4

CONCESSIVE = re.compile(r"(?:while|even though|although|though|whereas|obwohl|aunque)\b")
CONTRAST = re.compile(
    r"\b(?:but|however|though|although|instead|yet|still|nevertheless|aber|mais|pero|ma|maar|mas)\b"
    r"|[;:—–]|, and (?:he|she|they|so)\b"
)

_WHO = (
    r"(?!(?:what|how|why|whether|when|where|who|that|no|none|nothing|not|never)\b)"
    r"(?:he|she|they|one|(?:the|her|his|this) \w+|\w+(?: \w+)?)"
)
_CLAIMS = (
    r"argues?|argued|says|said|claims?|believes?|thinks|thought|holds|insists?|notes|noted|warns?"
    r"|suggests? that|recommends? (?!consult|check|read|look)|prefers?|rejects?|calls|called|sees"
    r"|compares?|defines?|points out|admits?|recalls?|observes?|remarks?|favou?rs|conclude[sd]?"
    r"|maintains?|contends?|writes (?!about|on|only|well|at length|widely|often)"
    r"|wrote (?!about|on|well|at length|widely|often)|describes? \S+(?: \S+)? as"
    r"|explains? (?:that|how|why)|considers|regards|advises?|proposes?|treats? \S+(?: \S+)? as"
)
ATTRIBUTED = re.compile(
    rf"[,;:—–”\"\x02]\s*(?:as |so )?{_WHO}\s(?:\w+ly )?(?:{_CLAIMS}|writes|wrote|adds|replies|jokes"
    r"|quips|complains|grumbles|sighs|laments|shrugs|muses|reports|reminds|remembers|guesses"
    r"|suspects|reckons|counters|concedes|confesses|declares|finds)\b"
    r"(?! about| on| anything| nothing)"
    r"|\b(?:sagt|schreibt|meint|findet|ecrit|dit|dice|escribe|scrive|sostiene|schrijft|zegt|escreve"
    r"|diz)[ -](?:sie|er|elle|il|ella|el|lei|lui|hij|zij|ela|ele)\b"
    r"|\b(?:selon|segun|secondo|volgens|segundo|laut)"
    r" (?:elle|lui|ella|el|lei|haar|hem|ela|ele|ihr|ihm)\b"
    r"|,? in (?:his|her|their|the author s) (?:view|words|opinion|eyes|mind|telling|account)\b"
)
CLAIM = re.compile(
    rf"(?<!never )(?<!not )\b(?:{_CLAIMS})\b"
    r"|\b(?:her|his|their) (?:argument|view|answer|position|point|advice|case)(?: \w+){0,4}"
    r" (?:is|are|was)\b(?! (?:not|never|no|nothing|un\w+|absent|missing|silent|beyond|outside)\b)"
)
# Verbs that report a claim whatever their object: too common elsewhere to prove one.
LOOSE_CLAIM = re.compile(
    r"\b(?:writes|wrote|describes?|explains?|recommends?|suggests?|finds|tells|treats|shows"
    r"|uses|makes|gives|takes|regards|considers)\b(?! (?:no|nothing|little)\b)"
)
SURE_SOURCE = re.compile(
    r"\b(?:passages?|excerpts?|essays|archive|extracts?|writings|texts|search results"
    r"|(?:author s|his|her|their|this|that) (?:writings?|work)"
    r"|the (?:sources?|documents?|material|writing|context) "
    r"(?:i|you|here|at hand|do|does|can|is|are|has|have)\b"
    r"|(?:sources|documents|pieces"
    r"|posts|articles|material|context|text|information) (?:provided|given|available|supplied)"
    r"|(?:provided|given|available|supplied|retrieved) (?:sources|documents|pieces|posts|articles"
    r"|material|context|text|writing)|passagen|texte|texten|auszuge|auszugen|extraits|textes|essais"
    r"|textos|pasajes|fragmentos|ensayos|testi|brani|saggi|teksten|passages|trechos|ensaios)\b"
)
ELSEWHERE = re.compile(
    r"\b(?:closest|nearest|related|might|if you|feel free|please|would you|let me know|could try"
    r"|rephras|suggest|recommend|consult|elsewhere|rather|instead|focus|are about|is about|only"
    r"|mainly|primarily|mostly|other topics|other subjects|happy to|i can|you can|you may)"
)
# "There was no mention of her on the plaque": what was lacking once is a story, unless the
# passages lack it.
TOLD = re.compile(
    r"\b(?:he|she|they|author) (?:(?:was|were) silent|did not (?:mention|discuss|come))\b"
    r"|^nothing was (?:said|written)\b|"
    r"\bthere (?:was|were) (?:not|no|nothing|never)\b"
    r"(?!.*\b(?:found|retrieved|returned|provided)\b)"
)
COURTESY = re.compile(
    r"^(?:thanks|thank you|hello|hi|hey|sure|of course|certainly|ok|okay|absolutely|danke|merci"
    r"|bonjour|hallo|gracias|hola|grazie|ciao|obrigad\w|bedankt|dank je|yes|no|short answer|answer"
    r"|note|nein|non|nee)\b[^,]{0,60}$"
    r"|^(?:i am |i m )?(?:happy|glad|pleased|gladly|right|well)\b[^,]{0,40}$"
    r"|\b(?:great|good|interesting|excellent|thoughtful|fascinating|lovely|wonderful|important"
    r"|intriguing|gute|bonne|buena|bella|boa|goede|interessante) (?:question|topic|point|one|frage"
    r"|pregunta|domanda|pergunta|vraag)"
    r"|\byou(?: are| re| ve)? (?:ask|want|wonder)|\byour question|\bthe question (?:asks|is about)"
    r"|\b(?:i|we)(?: have| ve)? (?:carefully |now |just )?(?:read|looked|searched|checked|reviewed"
    r"|went|gone|examined|scanned)\b|\blet me\b|\bi understand\b"
    r"|\bis an? (?:\w+ ){0,2}(?:writer|author|essayist|blogger|thinker)$"
)


def declines(answer_text: str) -> bool:
    """Whether the answer's opening says that the writing does not cover the question."""
    opening = read(answer_text)
    for place, sentence in enumerate(opening[:PREAMBLE_SENTENCES]):
        following = opening[place + 1 :]
        rest = denial_in(sentence, opens=not place)
        if rest is not None:
            return not ATTRIBUTED.search(sentence.words) and not answers_after_all(rest, following)
        if not is_preamble(sentence, following):
            return False
    return False


def denies(sentence_text: str) -> bool:
    """Whether a sentence without a source says that the writing lacks something.

    In any order of words: it is not shown, so a claim that looks like it loses nothing.
    """
    return any(
        (after_denial(sentence) is not None or LOOSE_DENIAL.search(sentence.letters))
        and not ATTRIBUTED.search(sentence.words)
        for sentence in read(sentence_text)
    )


def denial_in(sentence: Sentence, *, opens: bool) -> str | None:
    """The grammar's reading, unless the weights of all labelled openings are sure it errs."""
    rest = after_denial(sentence, opens=opens)
    likelihood = likelihood_of(sentence)
    if rest is not None:
        is_sure = likelihood > SURELY_NOT or UNABLE.match(sentence.letters)
        return rest if is_sure else None
    is_denial = DENYING.search(sentence.letters) and not CLAIM.search(sentence.words)
    return contrast_in(sentence) if likelihood > SURELY and is_denial else None


def after_denial(sentence: Sentence, *, opens: bool = False) -> str | None:
    """What the sentence goes on to say after its denial; None if it opens with none."""
    letters = ASIDE.sub("", sentence.letters)
    if TOLD.search(sentence.words) and not SURE_SOURCE.search(sentence.words):
        return None
    if not opens and sentence.words.startswith("it "):
        letters = f"P{letters[1:]}"
    if opens and "S" not in letters:
        # Nothing has been named yet that "they" could be.
        letters = letters.replace("P", OTHER)
    for _ in range(LEADS):
        match = DENIAL.match(letters)
        if match and not EXCEPTION.match(letters, match.end()):
            return contrast_in(sentence)
        lead = LEAD.match(letters)
        if not lead or not lead.end():
            break
        letters = letters[lead.end() :]
    if denies_loosely(sentence):
        return contrast_in(sentence)
    return "" if concedes(sentence) else None


def denies_loosely(sentence: Sentence) -> bool:
    """A denial in any order, where the passages are named and no claim is reported."""
    # In "what she thinks of it is not in the essays" the claim is what was asked for.
    claims = not sentence.letters.startswith("Q") and (
        CLAIM.search(sentence.words) or LOOSE_CLAIM.search(sentence.words)
    )
    return bool(
        not claims and SURE_SOURCE.search(sentence.words) and LOOSE_DENIAL.search(sentence.letters)
    )


def concedes(sentence: Sentence) -> bool:
    """Whether a denial follows "while the passages discuss bread," or "they do, but"."""
    conjunction = CONCESSIVE.match(sentence.words)
    letters = sentence.letters[len(conjunction[0].split()) if conjunction else 0 :]
    about_author = conjunction and ABOUT_AUTHOR.match(letters)
    if not (ABOUT_SOURCES.match(letters) or about_author):
        return False
    words = sentence.words.split()[len(sentence.letters) - len(letters) :]
    return any(
        DENIAL.match(letters[place.end() :].lstrip("G,Db"))
        and not CLAIM.search(" ".join(words[: place.end()]))
        for place in re.finditer("[,;]", letters)
    )


def contrast_in(sentence: Sentence) -> str:
    if CONCESSIVE.match(sentence.words):
        return sentence.words.partition(" , ")[2]
    match = CONTRAST.search(sentence.words, 12)
    return sentence.words[match.end() :] if match else ""


def answers_after_all(rest: str, following: Sequence[Sentence]) -> bool:
    """Whether a claim of the author's follows the disclaimer."""
    contrasted = read_sentence(rest)
    if after_denial(contrasted) is not None:
        return False
    if not ELSEWHERE.search(rest) and (CLAIM.search(rest) or OWN_CLAIM.match(contrasted.letters)):
        return True
    return any(is_substance(sentence) for sentence in following)


def is_substance(sentence: Sentence) -> bool:
    """A claim of the author's, or a cited sentence that is not about the passages."""
    if after_denial(sentence) is not None or ELSEWHERE.search(sentence.words):
        return False
    if CLAIM.search(sentence.words) or OWN_CLAIM.match(sentence.letters):
        return True
    return MARKER in sentence.letters and not TOPICAL.match(sentence.letters)


def is_preamble(sentence: Sentence, following: Sequence[Sentence]) -> bool:
    """Courtesy, the question said again, or what the passages are about."""
    if COURTESY.search(sentence.words) or COURTESY_ALONE.fullmatch(sentence.letters):
        return True
    if CLAIM.search(sentence.words):
        return False
    is_about = ABOUT_SOURCES.match(sentence.letters) or AUTHOR_AT_LARGE.match(sentence.letters)
    return bool(is_about and following and after_denial(following[0]) is not None)
