"""An essay in another language is behind: its words are stemmed anew, and nothing embedded.

PostgreSQL cannot change what a column is computed from, so it is made again. Every essay is
behind afterwards, once; the sweeper finds its vectors and keeps them.
"""

from django.db import migrations, models
from django.db.models.functions import MD5, Concat


def parted() -> models.Value:
    return models.Value("\x1f", output_field=models.TextField())


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0005_source_formats"),
    ]

    operations = [
        migrations.RemoveField(model_name="essay", name="text_key"),
        migrations.AddField(
            model_name="essay",
            name="text_key",
            field=models.GeneratedField(
                db_persist=True,
                expression=MD5(
                    Concat(
                        "title",
                        parted(),
                        "body",
                        parted(),
                        "language",
                        output_field=models.TextField(),
                    )
                ),
                output_field=models.CharField(max_length=32),
            ),
        ),
    ]
