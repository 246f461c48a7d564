"""Answers that readers kept, and the evidence as it stood."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("archivebrain", "0006_spending"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("answer_id", models.CharField(max_length=32, unique=True)),
                ("question", models.TextField(help_text="Without addresses and long numbers.")),
                ("searched_for", models.TextField(blank=True)),
                ("sentences", models.JSONField()),
                ("corrections", models.JSONField(default=list)),
                ("positions", models.JSONField(default=list)),
                ("versions", models.JSONField(help_text="What was live when it was made.")),
                ("archive", models.CharField(blank=True, editable=False, max_length=64)),
                ("kept_at", models.DateTimeField()),
                ("verified_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["kept_at"], name="kept_answer_age"),
                    models.Index(fields=["archive"], name="kept_answer_archive"),
                ],
            },
        ),
        migrations.CreateModel(
            name="KeptEvidence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("n", models.PositiveIntegerField()),
                ("slug", models.TextField(blank=True)),
                ("title", models.TextField(blank=True)),
                ("deep_link", models.TextField(blank=True)),
                ("heading", models.TextField(blank=True)),
                ("published", models.DateField(null=True)),
                ("quote", models.TextField(blank=True)),
                ("state", models.CharField(default="stands", max_length=20)),
                ("now", models.TextField(blank=True)),
                (
                    "answer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="evidence",
                        to="archivebrain.keptanswer",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "kept evidence",
                "ordering": ["n"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("answer", "n"), name="kept_evidence_numbered_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["stands", "changed", "withdrawn"])),
                        name="kept_evidence_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "withdrawn"), _negated=True),
                            models.Q(
                                ("deep_link", ""),
                                ("heading", ""),
                                ("now", ""),
                                ("quote", ""),
                                ("slug", ""),
                                ("title", ""),
                            ),
                            _connector="OR",
                        ),
                        name="kept_evidence_withdrawn_holds_no_words",
                    ),
                ],
            },
        ),
    ]
