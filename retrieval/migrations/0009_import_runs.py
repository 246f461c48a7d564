"""What came in, what failed and why: one row for each import."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0008_links_of_bodies"),
    ]

    operations = [
        migrations.CreateModel(
            name="ImportRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "source_name",
                    models.TextField(
                        help_text="The file, folder or address.", verbose_name="source"
                    ),
                ),
                (
                    "source_format",
                    models.CharField(default="auto", max_length=12, verbose_name="format"),
                ),
                (
                    "ceiling",
                    models.CharField(
                        default="public",
                        help_text="The most open visibility that anything in it may get.",
                        max_length=10,
                    ),
                ),
                ("made_by", models.TextField(blank=True)),
                ("made_at", models.DateTimeField(auto_now_add=True, verbose_name="when")),
                ("upload", models.CharField(blank=True, max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("reading", "being read"),
                            ("planned", "waits for you"),
                            ("importing", "coming in"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("dropped", "dropped"),
                        ],
                        default="reading",
                        max_length=10,
                    ),
                ),
                ("stage", models.TextField(blank=True)),
                ("done", models.IntegerField(default=0)),
                ("total", models.IntegerField(default=0)),
                ("tries", models.IntegerField(default=0)),
                ("report", models.JSONField(default=dict)),
            ],
            options={
                "verbose_name": "import",
                "indexes": [models.Index(fields=["-made_at"], name="import_run_made_at")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "state__in",
                                ["reading", "planned", "importing", "done", "failed", "dropped"],
                            )
                        ),
                        name="import_run_state_known",
                    )
                ],
            },
        ),
    ]
