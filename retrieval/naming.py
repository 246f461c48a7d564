"""Which of the essays that a search found its question calls by their names."""

import re
from collections.abc import Collection

from django.db import connection

from retrieval.storable import storable
from retrieval.types import MAX_QUESTION_CHARACTERS

# What people say around the name of a thing; a name of one word must be all that is left.
_ASKING = re.compile(
    r"\b(?:what|who|how|why|is|are|was|were|do|does|did|the|an?|you|he|she|they|his|her|your|their|"
    r"author|mean|means|meant|meaning|by|of|for|about|on|in|to|say|says|said|think|thinks|thought|"
    r"define|defines|definition|explain|explains|describe|describes|tell|me|us|term|word|idea|"
    r"concept|called|call|essay|post|article|piece|page|please)\b",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"([^\"]{2,200})\"")
# The parser of words takes typographic marks for letters where the database has no locale.
_MARKS, _PLAIN = "“”«»„‹›‘’–—", '"""""""\'\'--'
# A capital that no sentence's beginning explains, a run of such words taken together.
_CAPITALS = re.compile(r"(?<![.?!:]\s)(?<!^)\b[A-Z][\w'’-]*(?:\s+[A-Z][\w'’-]*)*")

# A name stands in the question word after word, in any inflection. What comes before a colon
# is a name too. One word alone is a name where nothing else was asked or where it
# was set off as one, in quotation marks or with a capital.
NAMED = """
WITH said AS (
  SELECT to_tsvector('english', %s) AS words, to_tsvector('english', %s) AS alone,
    to_tsvector('english', %s) AS set_off
), title AS (
  SELECT DISTINCT essay.id, name
  FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = chunk.essay_id,
    unnest(ARRAY[title, substring(title FROM '^(.+?):\\s')]) AS name
  WHERE chunk.id = ANY(%s) AND name IS NOT NULL
  UNION
  SELECT essay.id, name
  FROM retrieval_glossaryterm AS term
    JOIN retrieval_essay AS essay ON essay.slug = ANY(term.essays),
    unnest(term.term || term.aliases) AS name
), asked AS (
  SELECT id, phraseto_tsquery('english', translate(name, %s, %s)) AS name FROM title
)
SELECT chunk.id FROM retrieval_chunk AS chunk
WHERE chunk.id = ANY(%s) AND essay_id IN (
  SELECT id FROM asked, said WHERE numnode(name) > 0 AND words @@ name AND (
    numnode(name) > 1 OR set_off @@ name OR (alone @@ name AND length(alone) = 1)
  )
)
"""


def named_in(question: str, chunk_ids: Collection[int]) -> set[int]:
    """The chunks whose essay the question names, by its title or by a term of the glossary."""
    asked = storable(question[:MAX_QUESTION_CHARACTERS])
    asked = asked.translate(str.maketrans(_MARKS, _PLAIN))
    set_off = " . ".join([*_QUOTED.findall(asked), *_CAPITALS.findall(asked)])
    ids = list(chunk_ids)
    with connection.cursor() as cursor:
        cursor.execute(NAMED, [asked, _ASKING.sub(" ", asked), set_off, ids, _MARKS, _PLAIN, ids])
        return {pk for (pk,) in cursor.fetchall()}
