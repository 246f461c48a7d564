"""What a text was read from, and where it was published first."""

from django.db import migrations, models

ORIGINS = [
    ("front_matter", "front matter"),
    ("export", "export"),
    ("feed", "feed"),
    ("file_name", "file name"),
    ("page", "page"),
    ("guess", "guess"),
    ("unknown", "unknown"),
]
# Until now Markdown files were all that could be imported.
MARK = "UPDATE retrieval_essay SET source_format = 'markdown' WHERE source_path <> ''"


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0004_graph")]

    operations = [
        migrations.AddField(
            model_name="essay",
            name="source_format",
            field=models.CharField(
                blank=True,
                default="",
                help_text="What the text was read from: markdown, wordpress, …",
                max_length=12,
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="essay",
            name="platform",
            field=models.TextField(
                blank=True, default="", help_text="Where this text was published first."
            ),
            preserve_default=False,
        ),
        *(
            migrations.AlterField(
                model_name="essay",
                name=name,
                field=models.CharField(choices=ORIGINS, default="unknown", max_length=12),
            )
            for name in ("published_origin", "updated_origin")
        ),
        migrations.RunSQL(MARK, migrations.RunSQL.noop),
    ]
