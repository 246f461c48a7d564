"""The live generation of vectors by name, and a place for the next one."""

import django.db.models.deletion
import pgvector.django.halfvec
from django.db import migrations, models

# Whose model most vectors are; its name was not kept, so EMBEDDING_MODEL must still lead there.
FIRST = """
INSERT INTO retrieval_generation (id, model, fingerprint, live_since)
SELECT 1, '', fingerprint, now() FROM retrieval_chunkvector
GROUP BY fingerprint ORDER BY count(*) DESC LIMIT 1
"""


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0015_kinds_of_nodes"),
    ]

    operations = [
        migrations.CreateModel(
            name="Generation",
            fields=[
                (
                    "id",
                    models.SmallIntegerField(
                        default=1, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("model", models.TextField(blank=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("live_since", models.DateTimeField(auto_now=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_generation")
                ],
            },
        ),
        migrations.CreateModel(
            name="PreparedVector",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content_hash", models.CharField(max_length=64)),
                ("fingerprint", models.CharField(max_length=64)),
                ("vector", pgvector.django.halfvec.HalfVectorField(help_text="Unit length.")),
                (
                    "essay",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="retrieval.essay",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("essay", "content_hash"), name="prepared_once_per_content"
                    )
                ],
            },
        ),
        migrations.RunSQL(FIRST, migrations.RunSQL.noop),
    ]
