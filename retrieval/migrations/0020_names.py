"""What each essay and term is called, ready to be looked for in a question."""

from django.db import migrations

# Typographic marks are letters to the parser of words where the database has no locale.
# A name of stop words alone makes an empty query, which no question holds.
READ = (
    """
CREATE FUNCTION retrieval_names(names text[]) RETURNS tsquery[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_agg(query) FROM (
    SELECT DISTINCT phraseto_tsquery(
      'english', translate(name, '“”«»„‹›‘’–—', '"""
    """"\'\'--')
    ) AS query FROM unnest(names) AS name WHERE name IS NOT NULL
  ) AS read WHERE numnode(query) > 0
$$;

ALTER TABLE retrieval_essay ADD COLUMN names tsquery[] GENERATED ALWAYS AS (
  retrieval_names(ARRAY[title, substring(title FROM '^(.+?):\\s')])
) STORED;

ALTER TABLE retrieval_glossaryterm ADD COLUMN names tsquery[] GENERATED ALWAYS AS (
  retrieval_names(term || aliases)
) STORED;
"""
)
FORGET = """
ALTER TABLE retrieval_glossaryterm DROP COLUMN names;
ALTER TABLE retrieval_essay DROP COLUMN names;
DROP FUNCTION retrieval_names;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0019_stamps"),
    ]

    operations = [
        migrations.RunSQL(READ, FORGET),
    ]
