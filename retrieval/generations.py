"""get_embedder(): the model of the live generation, the only one to compare vectors with."""

from pathlib import Path

from django.conf import settings
from django.db import connection

from retrieval.embedders import Embedder, EmbedderUnavailable, embedder_named
from retrieval.embedders.folders import BUNDLED_NAMES
from retrieval.models import Generation
from retrieval.statements import rows

LIVE = "SELECT model, fingerprint FROM retrieval_generation"
# Stores of vectors hold it together, a switch alone; so none stores an old model's vector
# beside or behind a switch.
HELD = "SELECT fingerprint FROM retrieval_generation FOR SHARE"


def get_embedder() -> Embedder:
    """The live generation's model; before there is one, what EMBEDDING_MODEL names.

    Asked anew each time, so that a switch needs no restart. Raises ``EmbedderUnavailable``.
    """
    live = next((Generation(model=model, fingerprint=mark) for model, mark in rows(LIVE)), None)
    return embedder_named(settings.EMBEDDING_MODEL) if live is None else _model_of(live)


def _model_of(live: Generation) -> Embedder:
    """By its own name, or by EMBEDDING_MODEL: a folder may have moved."""
    faults = []
    for name in dict.fromkeys(filter(None, [live.model, settings.EMBEDDING_MODEL])):
        try:
            embedder = embedder_named(name)
        except EmbedderUnavailable as fault:
            faults.append(str(fault))
        else:
            if embedder.fingerprint == live.fingerprint:
                return embedder
    raise EmbedderUnavailable(
        " ".join(
            [
                f"The archive's vectors were made by the model {live}, which is not to be found.",
                "Name its folder in EMBEDDING_MODEL, or run `python manage.py reembed` to make"
                " new vectors with the model that EMBEDDING_MODEL names.",
                *faults,
            ]
        )
    )


def waiting_model() -> str:
    """A sentence where EMBEDDING_MODEL names another model than the live one, or none at all."""
    live, named = Generation.objects.first(), settings.EMBEDDING_MODEL
    if live is None or lasting_name(named) == live.model:
        return ""
    try:
        if embedder_named(named).fingerprint == live.fingerprint:
            return ""
    except EmbedderUnavailable as fault:
        return f"The archive answers by {live}, and not by what the setting names. {fault}"
    return (
        f"EMBEDDING_MODEL names {named}, and the archive answers by {live}. Run `python "
        "manage.py reembed` to change to it, or unset the variable."
    )


def begin_with(embedder: Embedder) -> None:
    """The first model that an archive is indexed with makes its first generation."""
    first = {"model": lasting_name(embedder.name), "fingerprint": embedder.fingerprint}
    Generation.objects.get_or_create(id=1, defaults=first)


def lasting_name(model: str) -> str:
    """A folder by its whole path: other processes stand in other folders."""
    folder = Path(model).expanduser()
    is_folder = model not in BUNDLED_NAMES and folder.is_dir()
    return str(folder.resolve()) if is_folder else model


def hold_live() -> str:
    """The live fingerprint, which cannot change until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute(HELD)
        row = cursor.fetchone()
    return str(row[0]) if row else ""
