"""Statistics of words that the database keeps itself, in the transaction of each change."""

from django.db import migrations, models

# What stands already is brought to the new form. The last line lets the tables be altered
# in the same transaction.
FILL = """
UPDATE retrieval_posting SET visibility = essay.visibility
FROM retrieval_essay AS essay WHERE essay.id = essay_id;

INSERT INTO retrieval_posting (lexeme, chunk_id, essay_id, visibility, frequency, word_count)
SELECT '#' || language, chunk.id, essay.id, visibility, 1, word_count
FROM retrieval_chunk AS chunk JOIN retrieval_essay AS essay ON essay.id = essay_id
WHERE EXISTS (SELECT FROM retrieval_posting AS posting WHERE posting.chunk_id = chunk.id);

INSERT INTO retrieval_tally (lexeme, visibility, chunk_count, word_count)
SELECT lexeme, visibility, count(*), sum(word_count)
FROM retrieval_posting GROUP BY lexeme, visibility;

SET CONSTRAINTS ALL IMMEDIATE;
"""
EMPTY = "DELETE FROM retrieval_posting WHERE lexeme LIKE '#%'; SET CONSTRAINTS ALL IMMEDIATE;"

WATCH = """
CREATE FUNCTION retrieval_tally_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO retrieval_tally (lexeme, visibility, chunk_count, word_count)
    SELECT lexeme, visibility, count(*), sum(word_count) FROM added GROUP BY lexeme, visibility;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO retrieval_tally (lexeme, visibility, chunk_count, word_count)
    SELECT lexeme, visibility, -count(*), -sum(word_count) FROM removed GROUP BY lexeme, visibility;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER tally_added AFTER INSERT ON retrieval_posting
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_postings();

CREATE TRIGGER tally_removed AFTER DELETE ON retrieval_posting
REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_postings();

CREATE TRIGGER tally_changed AFTER UPDATE ON retrieval_posting
REFERENCING OLD TABLE AS removed NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION retrieval_tally_postings();

CREATE FUNCTION retrieval_follow_visibility() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE retrieval_posting SET visibility = NEW.visibility
  WHERE chunk_id IN (SELECT id FROM retrieval_chunk WHERE essay_id = NEW.id);
  RETURN NULL;
END $$;

CREATE TRIGGER postings_follow_visibility AFTER UPDATE OF visibility ON retrieval_essay
FOR EACH ROW WHEN (OLD.visibility IS DISTINCT FROM NEW.visibility)
EXECUTE FUNCTION retrieval_follow_visibility();
"""
UNWATCH = """
DROP TRIGGER postings_follow_visibility ON retrieval_essay;
DROP TRIGGER tally_changed ON retrieval_posting;
DROP TRIGGER tally_removed ON retrieval_posting;
DROP TRIGGER tally_added ON retrieval_posting;
DROP FUNCTION retrieval_follow_visibility;
DROP FUNCTION retrieval_tally_postings;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0012_asked_time_of_traces"),
    ]

    operations = [
        migrations.AddField(
            model_name="posting",
            name="visibility",
            field=models.CharField(default="", max_length=10),
            preserve_default=False,
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lexeme", models.TextField()),
                ("visibility", models.CharField(max_length=10)),
                ("chunk_count", models.BigIntegerField()),
                ("word_count", models.BigIntegerField(help_text="Of all those chunks.")),
            ],
            options={
                "indexes": [
                    models.Index(
                        fields=["lexeme", "visibility"],
                        opclasses=["text_pattern_ops", "varchar_ops"],
                        include=("chunk_count", "word_count"),
                        name="tally_of_lexeme",
                    )
                ],
            },
        ),
        migrations.RemoveIndex(model_name="posting", name="posting_lexeme"),
        migrations.RunSQL(FILL, EMPTY),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(
                fields=["lexeme", "visibility", "chunk"],
                include=("essay", "frequency", "word_count"),
                name="posting_of_lexeme",
            ),
        ),
        migrations.RunSQL(WATCH, UNWATCH),
    ]
