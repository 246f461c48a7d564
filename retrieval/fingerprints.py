"""Fixed-width names for what is indexed: hashes of exactly what shapes a vector."""

from hashlib import blake2b, sha256

from retrieval.chunking import CHUNKER_VERSION

# To be raised whenever the words of the same chunk would be counted otherwise.
WORDS_VERSION = "4"


def content_hash(embedded: str, *, model_fingerprint: str) -> str:
    """64 hex digits over all that shapes a chunk's vector, and nothing else.

    The embedded text bears title, heading path and words; a date or a visibility is not
    in it, so that changing one embeds nothing.
    """
    return sha256(_framed(CHUNKER_VERSION, model_fingerprint, embedded)).hexdigest()


def chunk_key(slug: str, content_hash: str, occurrence: int) -> str:
    """32 hex digits for a chunk of an essay: the same in every run, whatever the slug.

    ``occurrence`` counts, from 0, chunks of the essay with this content before this one.
    """
    framed = _framed(slug, content_hash, str(occurrence))
    return blake2b(framed, digest_size=16).hexdigest()


def index_recipe(model_fingerprint: str) -> str:
    """64 hex digits: what an essay was cut, embedded and counted with."""
    return sha256(_framed(CHUNKER_VERSION, WORDS_VERSION, model_fingerprint)).hexdigest()


def _framed(*parts: str) -> bytes:
    """Each part with its length before it, so that no two lists of parts give the same bytes."""
    encoded = (part.encode("utf-8", "surrogatepass") for part in parts)
    return b"".join(len(part).to_bytes(8, "big") + part for part in encoded)
