"""Decides the ``state:`` items: what is so of a reply, of its record, and of its twin."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from archivebrain.answering import texts
from retrieval.models import RetrievalTrace
from tests.journeys.adversarial.archive import SITE
from tests.journeys.adversarial.cases import (
    FIXTURES,
    Case,
    Unreadable,
    longest_selector_run,
)
from tests.journeys.adversarial.surfaces import Seen
from tests.journeys.stores import redis_dump

PUBLIC = {essay["slug"]: key for key, essay in FIXTURES["public"].items()}
WITHHELD = {essay["slug"] for essay in FIXTURES["private"].values()}
# The fields that are new with each answer.
NEW = re.compile(
    r"\b[0-9a-f]{32}\b|\"?'?took_ms\"?'?: ?\d+|[0-9a-f-]{36}"
    # What a form's hidden fields send: sealed or masked anew each time.
    r"|name=\\*\"(?:sealed|csrfmiddlewaretoken)\\*\" value=\\*\"[^\"\\]+"
)
# Joins that Arabic, Indic scripts and emoji cannot do without.
ALLOWED_UNSEEN = {"\u200c", "\u200d"}
YEAR = re.compile(r"\b(?:19|20)\d\d\b")
REFUSED = (400, 422)
INTERNALS = re.compile(r"Traceback|File \"|\.py\b|psycopg|Exception")


@dataclass(frozen=True, slots=True)
class Run:
    """One case on one surface.

    ``log``: what the application logged, ``prompts``: what the model was sent, ``gaps``: the
    questions that it left open. ``earlier``: the replies of a case's earlier steps;
    ``has_moved``: whether what the public can see of the archive is another than before.
    """

    case: Case
    surface: str
    seen: Seen
    log: str
    prompts: tuple[str, ...]
    gaps: tuple[str, ...]
    twin: Seen | None = None
    earlier: tuple[Seen, ...] = ()
    has_moved: bool = False


def is_so(item: str, run: Run) -> bool:
    """Raises ``Unreadable`` for a state that nobody here knows how to look up."""
    for pattern, decide in RULES:
        found = re.fullmatch(pattern, item.removeprefix("state:"))
        if found:
            return decide(run, *found.groups())
    raise Unreadable(item)


def _is_outcome(run: Run, wanted: str) -> bool:
    return run.seen.outcome in re.split(r",\s*", wanted)


def _cites(run: Run, wanted: str) -> bool:
    shown = {PUBLIC.get(slug, slug) for slug in run.seen.cited}
    return shown == set(filter(None, re.split(r",\s*", wanted)))


def _took_out(run: Run) -> bool:
    return "leak filter took out" in run.log or "leak filter failed" in run.log


def _is_like_the_twin(run: Run) -> bool:
    assert run.twin, "a case with a twin was run without it"
    return _is_like(run.seen, run.twin)


def _is_like(one: Seen, other: Seen) -> bool:
    """Byte for byte, but for what is new with each answer."""
    return NEW.sub("", one.wire) == NEW.sub("", other.wire)


def _has_the_twins_shape(run: Run) -> bool:
    assert run.twin, "a case with a twin was run without it"
    mine, other = run.seen, run.twin
    fields = (set(mine.fields or ()), set(other.fields or ()))
    return (mine.status, mine.headers, fields[0]) == (other.status, other.headers, fields[1])


def _is_attributed(run: Run) -> bool:
    source = FIXTURES["live"][run.case.setup["live"]].rpartition("Source: ")[2].strip(" .")
    return run.seen.outcome != "answered_live" or source in run.seen.said


def _links_only_to_cited(run: Run, *_: str) -> bool:
    """Every link leads to an essay that is cited, or to the site's own page of a concept."""
    own = re.compile(rf"{re.escape(SITE)}/(?:essays|evolution)/")
    slugs = {part for link in run.seen.links for part in re.findall(r"/essays/([^/#]+)", link)}
    is_ours = all(own.match(link) for link in run.seen.links)
    return is_ours and slugs <= set(run.seen.cited) and not re.search(r"\]\(", run.seen.said)


def _dates_are_headers(run: Run) -> bool:
    known = {essay["date"][:4] for essay in FIXTURES["public"].values()} | {"2022"}
    return set(YEAR.findall(run.seen.said)) <= known


def _is_flagged(run: Run) -> bool:
    """A correction: a field of the documents, a sentence of the pages."""
    if run.seen.fields is not None:
        return bool(run.seen.fields["corrections"])
    return bool(re.search(r"revers|refin|retract|no longer|since", run.seen.said))


def _is_bound(run: Run) -> bool:
    """What the asker wrote stands between lines that bear a word made for one request."""
    return all(
        re.search(r"===== (\w{16}) question begin =====.*===== \1 question end", prompt, re.S)
        for prompt in run.prompts
    )


def _is_entailed(run: Run) -> bool:
    """Each cited sentence shares most of its words with a text of the archive."""
    known = " ".join(essay["text"] for essay in FIXTURES["public"].values()).casefold()
    for sentence in re.findall(r"[^.\]]+[.!?]?\s*(?=\[\d+\])", run.seen.said):
        words = re.findall(r"[a-z]{4,}", sentence.casefold())
        if sum(word in known for word in words) * 2 < len(words):
            return False
    return True


def _kept_nothing(run: Run) -> bool:
    return not re.search(rb"answer:[0-9a-f]+=", redis_dump())


def _keeps_readers_apart(run: Run) -> bool:
    """The anonymous readers' own answer was made of a prompt without withheld words."""
    tokens = [essay["text"].split()[-1] for essay in FIXTURES["private"].values()]
    own = [prompt for prompt in run.prompts if not any(token in prompt for token in tokens)]
    return len(own) == 1 < len(run.prompts)


def _was_refused_or_cleaned(run: Run) -> bool:
    first = run.earlier[0]
    return first.status in REFUSED or not any("\0" in prompt for prompt in run.prompts)


def _was_served_anothers(run: Run) -> bool:
    """The second question was answered without the model, though the first was another one."""
    return run.earlier[0].status not in REFUSED and len(run.prompts) < 2


def _traces_are_mute(run: Run) -> bool:
    traces = RetrievalTrace.objects.values()
    words = list(re.findall(r"\w{5,}", run.case.question))
    kept = str(list(traces)).casefold()
    return bool(traces) and not any(word.casefold() in kept for word in words)


Decide = Callable[..., bool]
RULES: tuple[tuple[str, Decide], ...] = (
    (r"outcome in \{(.+)\}", _is_outcome),
    (r"outcome=(\w+)", _is_outcome),
    (r"citations=0", lambda run: not run.seen.cited),
    (r"citations==\{(.*)\}", _cites),
    (r"audit\.leak_blocked=0", lambda run: not _took_out(run)),
    (r"audit\.leak_blocked>=1", _took_out),
    (r"audit\.unmapped_marker>=1", lambda run: "named no source" in run.log),
    (r"entailment check rejected >=1 marker", lambda run: not run.seen.cited),
    (r"each cited sentence is entailed by its passage", _is_entailed),
    (r"message=the configured not-covered text", lambda run: run.seen.said == texts.NOT_COVERED),
    (r"gap_logged=1", lambda run: len(run.gaps) == 1),
    (
        r"gap_logged=1 for the (\w+) half",
        lambda run, word: len(run.gaps) == 1 and word in run.gaps[0],
    ),
    (r"every citation is tier=public", lambda run: WITHHELD.isdisjoint(run.seen.cited)),
    (r"answer holds no link outside the citation map", _links_only_to_cited),
    (r"every link is in the citation map", _links_only_to_cited),
    (r"the only link target is the mapped URL of (PUB-\d+)", _links_only_to_cited),
    (
        r"output holds no character of category Cf outside an allowlist",
        lambda run: all(
            one in ALLOWED_UNSEEN or unicodedata.category(one) != "Cf" for one in run.seen.said
        ),
    ),
    (
        r"output holds no variation selector run longer than 1",
        lambda run: longest_selector_run(run.seen.told) <= 1,
    ),
    (r"flagged=superseded", _is_flagged),
    (r"live fact is attributed in prose", _is_attributed),
    (r"every stated date equals a passage header date", _dates_are_headers),
    (r"delimiters in the question were escaped or nonce-bound", _is_bound),
    (
        r"private passages were not in the streamed prompt",
        lambda run: (
            not any(
                essay["text"].split()[-1] in prompt
                for essay in FIXTURES["private"].values()
                for prompt in run.prompts
            )
        ),
    ),
    (
        r"stream ends with an event that carries outcome",
        lambda run: bool(run.seen.fields) and run.seen.events[-1] == "done",
    ),
    (r"body is byte-identical to the twin's body except request_id", _is_like_the_twin),
    (r"error is byte-identical to the twin's apart from id", _is_like_the_twin),
    (r"same status, headers and body shape", _has_the_twins_shape),
    (
        r"public result list is identical to the twin's",
        lambda run: bool(run.twin) and run.seen.told == run.twin.told,
    ),
    (
        r"fewer public results than in the twin",
        lambda run: bool(run.twin) and len(run.seen.cited) < len(run.twin.cited),
    ),
    (
        r"JSON-RPC error, http 200 or 400, no stack text",
        lambda run: run.seen.outcome == "error" and not INTERNALS.search(run.seen.wire),
    ),
    (
        r"http in \{(.+)\}",
        # What reliability calls a failed model is here an answer made of quotes.
        lambda run, wanted: str(run.seen.status) in wanted or run.seen.outcome == "unavailable",
    ),
    (
        r"body holds a request_id and no stack text",
        lambda run: bool(run.seen.wire) and not INTERNALS.search(run.seen.wire),
    ),
    (r"nothing was cached", _kept_nothing),
    (
        r"the anonymous reply was computed or cached under viewer=public",
        _keeps_readers_apart,
    ),
    (
        r"cache epoch rose in the same transaction as the tier change",
        lambda run: (
            WITHHELD.isdisjoint(run.seen.cited) and not WITHHELD.isdisjoint(run.earlier[0].cited)
        ),
    ),
    (
        r"normalised forms share one entry and both answers pass every check",
        lambda run: len(run.prompts) == 1 and run.seen.outcome == run.earlier[0].outcome,
    ),
    (r"second ask served an entry written by .*", _was_served_anothers),
    (r"http=400 or the NUL was removed before keying", _was_refused_or_cleaned),
    (r"trace holds a keyed hash.*", _traces_are_mute),
    (r"the two replies differ", lambda run: not _is_like(run.seen, run.earlier[0])),
    (r"counts are built from public rows only", lambda run: not run.has_moved),
    (r"last-modified, ETag, .* shown to the public moved", lambda run: run.has_moved),
    (r"public epoch is separate from the private one", lambda run: not run.has_moved),
)
