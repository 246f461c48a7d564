"""Vectors know whether their essay is public, so that one index can hold public ones alone."""

from django.db import migrations, models

# PostgreSQL keeps it true, however a row is written; what a search may show is still asked
# of the essay itself.
KEEP = """
CREATE FUNCTION retrieval_vector_of_public_essay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_public := EXISTS (
    SELECT FROM retrieval_essay WHERE id = NEW.essay_id AND visibility = 'public'
  );
  RETURN NEW;
END $$;

CREATE FUNCTION retrieval_vectors_follow_essay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE retrieval_chunkvector SET is_public = (NEW.visibility = 'public')
  WHERE essay_id = NEW.id AND is_public <> (NEW.visibility = 'public');
  RETURN NULL;
END $$;

CREATE TRIGGER vector_of_public_essay BEFORE INSERT ON retrieval_chunkvector
FOR EACH ROW EXECUTE FUNCTION retrieval_vector_of_public_essay();

CREATE TRIGGER vectors_follow_essay AFTER UPDATE OF visibility ON retrieval_essay
FOR EACH ROW WHEN (OLD.visibility <> NEW.visibility)
EXECUTE FUNCTION retrieval_vectors_follow_essay();

UPDATE retrieval_chunkvector AS v SET is_public = true
FROM retrieval_essay AS e WHERE e.id = v.essay_id AND e.visibility = 'public';
"""

LET_GO = """
DROP TRIGGER vectors_follow_essay ON retrieval_essay;
DROP TRIGGER vector_of_public_essay ON retrieval_chunkvector;
DROP FUNCTION retrieval_vectors_follow_essay();
DROP FUNCTION retrieval_vector_of_public_essay();
"""

# Also a long vector stays in its row: fetched from the table beside it, a scan takes longer.
IN_PLACE = "ALTER TABLE retrieval_chunkvector ALTER COLUMN vector SET STORAGE MAIN"
AS_BEFORE = "ALTER TABLE retrieval_chunkvector ALTER COLUMN vector SET STORAGE EXTERNAL"


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0013_tallies"),
    ]

    operations = [
        migrations.AddField(
            model_name="chunkvector",
            name="is_public",
            field=models.BooleanField(
                db_default=False,
                editable=False,
                help_text="PostgreSQL keeps it so: whether the essay is public.",
            ),
        ),
        migrations.RunSQL(IN_PLACE, AS_BEFORE),
        migrations.RunSQL(KEEP, LET_GO),
    ]
