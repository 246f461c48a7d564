"""Imported copies of a work, likely ones, and what each text was before it changed."""

import django.db.models.deletion
from django.db import migrations, models

# In the database, so that no way of changing a text can forget what it was.
KEEP_REVISIONS = """
CREATE FUNCTION retrieval_keep_revision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO retrieval_revision (essay_id, title, body, digest, replaced_at)
    VALUES (
        OLD.id, OLD.title, OLD.body,
        encode(sha256(convert_to(OLD.body, 'UTF8')), 'hex'), clock_timestamp()
    );
    RETURN NULL;
END $$;
CREATE TRIGGER retrieval_essay_revision AFTER UPDATE OF body ON retrieval_essay
FOR EACH ROW WHEN (OLD.body IS DISTINCT FROM NEW.body)
EXECUTE FUNCTION retrieval_keep_revision();
"""
FORGET_THEM = """
DROP TRIGGER retrieval_essay_revision ON retrieval_essay;
DROP FUNCTION retrieval_keep_revision();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0006_language_in_text_key"),
    ]

    operations = [
        migrations.CreateModel(
            name="LikelyCopy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("share", models.FloatField()),
                (
                    "decision",
                    models.CharField(
                        choices=[("open", "to be decided"), ("apart", "two works")],
                        default="open",
                        max_length=5,
                    ),
                ),
                ("found_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "likely copy",
                "verbose_name_plural": "likely copies",
            },
        ),
        migrations.CreateModel(
            name="Revision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.TextField()),
                ("body", models.TextField()),
                ("digest", models.CharField(help_text="SHA-256 of the body.", max_length=64)),
                ("replaced_at", models.DateTimeField()),
            ],
            options={
                "ordering": ["-replaced_at", "-pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="publication",
            name="publication_once_per_essay",
        ),
        migrations.AddField(
            model_name="essay",
            name="own_url",
            field=models.TextField(
                blank=True, help_text="Where this text itself lives, if that is elsewhere."
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="body",
            field=models.TextField(blank=True, help_text="Its text there, as Markdown."),
        ),
        migrations.AddField(
            model_name="publication",
            name="published_on",
            field=models.DateField(blank=True, help_text="When it appeared there.", null=True),
        ),
        migrations.AddField(
            model_name="publication",
            name="slug",
            field=models.TextField(
                blank=True, help_text="Its slug while it was an essay of its own."
            ),
        ),
        migrations.AddField(
            model_name="publication",
            name="source_format",
            field=models.CharField(blank=True, max_length=12),
        ),
        migrations.AddField(
            model_name="publication",
            name="source_path",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="publication",
            name="source_root",
            field=models.TextField(blank=True),
        ),
        migrations.AddField(
            model_name="publication",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("public", "public"),
                    ("unlisted", "unlisted"),
                    ("draft", "draft"),
                    ("private", "private"),
                ],
                default="public",
                help_text="Readers are told of public places alone.",
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="publication",
            name="platform",
            field=models.TextField(blank=True, help_text="The journal, site or newsletter."),
        ),
        migrations.AlterField(
            model_name="publication",
            name="url",
            field=models.TextField(blank=True, help_text="The address there."),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                condition=models.Q(("url", ""), _negated=True),
                fields=("essay", "url"),
                name="publication_once_per_essay",
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                condition=models.Q(("source_path", ""), _negated=True),
                fields=("source_root", "source_path"),
                name="publication_of_one_source",
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                condition=models.Q(("slug", ""), _negated=True),
                fields=("slug",),
                name="publication_slug_once",
            ),
        ),
        migrations.AddField(
            model_name="likelycopy",
            name="copy",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="likely_originals",
                to="retrieval.essay",
            ),
        ),
        migrations.AddField(
            model_name="likelycopy",
            name="essay",
            field=models.ForeignKey(
                help_text="The one that would stay: the cleaner source, else the earlier one.",
                on_delete=django.db.models.deletion.CASCADE,
                related_name="likely_copies",
                to="retrieval.essay",
            ),
        ),
        migrations.AddField(
            model_name="revision",
            name="essay",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="revisions",
                to="retrieval.essay",
            ),
        ),
        migrations.AddConstraint(
            model_name="likelycopy",
            constraint=models.UniqueConstraint(fields=("essay", "copy"), name="likely_copy_once"),
        ),
        migrations.AddConstraint(
            model_name="likelycopy",
            constraint=models.CheckConstraint(
                condition=models.Q(("essay", models.F("copy")), _negated=True),
                name="likely_copy_of_another",
            ),
        ),
        migrations.AddIndex(
            model_name="revision",
            index=models.Index(fields=["essay", "replaced_at"], name="revision_of_essay"),
        ),
        migrations.RunSQL(KEEP_REVISIONS, FORGET_THEM),
    ]
