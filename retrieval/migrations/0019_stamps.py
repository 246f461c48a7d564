"""What the essays of each visibility show, summed up by the database in the same transaction."""

from django.db import migrations, models

# Whatever a search or a citation shows, and when the text behind it was indexed.
DIGEST = """
hash_record_extended(
  ROW(id, indexed_at, published_on, visibility, doc_type, slug, title, canonical_url), 0
)::numeric
"""

WATCH = """
CREATE FUNCTION retrieval_tally_essays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO retrieval_essaytally (visibility, essay_count, digest)
    SELECT visibility, count(*), sum((digest of it)) FROM added GROUP BY visibility;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO retrieval_essaytally (visibility, essay_count, digest)
    SELECT visibility, -count(*), -sum((digest of it)) FROM removed GROUP BY visibility;
  ELSE
    INSERT INTO retrieval_essaytally (visibility, essay_count, digest)
    SELECT visibility, sum(one), sum(digest) FROM (
      SELECT visibility, 1 AS one, (digest of it) AS digest FROM added
      UNION ALL SELECT visibility, -1, -(digest of it) FROM removed
    ) AS change GROUP BY visibility HAVING sum(one) <> 0 OR sum(digest) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tally_added AFTER INSERT ON retrieval_essay
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_essays();

CREATE TRIGGER tally_removed AFTER DELETE ON retrieval_essay
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_essays();

CREATE TRIGGER tally_changed AFTER UPDATE ON retrieval_essay
REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_essays();

INSERT INTO retrieval_essaytally (visibility, essay_count, digest)
SELECT visibility, count(*), sum((digest of it)) FROM retrieval_essay GROUP BY visibility;
"""
LET_GO = """
DROP TRIGGER tally_changed ON retrieval_essay;
DROP TRIGGER tally_removed ON retrieval_essay;
DROP TRIGGER tally_added ON retrieval_essay;
DROP FUNCTION retrieval_tally_essays;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0018_postings_end_with_their_chunks"),
    ]

    operations = [
        migrations.CreateModel(
            name="EssayTally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("visibility", models.CharField(max_length=10)),
                ("essay_count", models.BigIntegerField()),
                ("digest", models.DecimalField(decimal_places=0, max_digits=40)),
            ],
        ),
        migrations.RunSQL(WATCH.replace("(digest of it)", DIGEST), LET_GO),
    ]
