"""Groups of questions, ideas for essays and monthly ranks; what is kept is scrubbed."""

import django.db.models.deletion
from django.db import migrations, models

from gaps.scrubbing import scrub


def scrub_what_is_kept(apps, schema_editor):
    """Questions kept before are treated like those that come."""
    for gap in apps.get_model("gaps", "Gap").objects.all().iterator():
        if (scrubbed := scrub(gap.question)) != gap.question:
            gap.question = scrubbed
            gap.save(update_fields=["question"])


class Migration(migrations.Migration):
    dependencies = [
        ("gaps", "0001_gap"),
        ("retrieval", "0002_corpus"),
    ]

    operations = [
        migrations.RunPython(scrub_what_is_kept, migrations.RunPython.noop),
        migrations.AlterModelOptions(
            name="gap",
            options={"verbose_name": "question"},
        ),
        migrations.AlterField(
            model_name="gap",
            name="question",
            field=models.TextField(help_text="In the reader's own words, scrubbed."),
        ),
        migrations.CreateModel(
            name="EssayIdea",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "title",
                    models.CharField(
                        help_text="In your own words: the title stays when the readers' questions are erased.",
                        max_length=200,
                    ),
                ),
                (
                    "note",
                    models.TextField(blank=True, help_text="For you alone; no reader sees it."),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("written", "written"),
                            ("dropped", "dropped"),
                        ],
                        default="planned",
                        help_text="Once it is written, the questions are erased and their count stays.",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "essay idea",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("status__in", ["planned", "written", "dropped"])),
                        name="idea_status_known",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="GapGroup",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("dismissed_at", models.DateTimeField(blank=True, null=True)),
                ("expired_count", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "idea",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="groups",
                        to="gaps.essayidea",
                    ),
                ),
            ],
            options={
                "verbose_name": "group of questions",
                "verbose_name_plural": "groups of questions",
            },
        ),
        migrations.AddField(
            model_name="gap",
            name="group",
            field=models.ForeignKey(
                blank=True,
                help_text="Set by the monthly triage.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="gaps",
                to="gaps.gapgroup",
            ),
        ),
        migrations.CreateModel(
            name="MonthlyRank",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField(help_text="Its first day.")),
                ("asked_count", models.PositiveIntegerField()),
                ("day_count", models.PositiveIntegerField()),
                ("surface_count", models.PositiveIntegerField()),
                ("closeness", models.FloatField(help_text="To the nearest public passage.")),
                (
                    "is_by_words",
                    models.BooleanField(help_text="Measured by words, for want of a model."),
                ),
                (
                    "left_out",
                    models.CharField(blank=True, help_text="Why it is on no desk.", max_length=30),
                ),
                ("score", models.FloatField()),
                (
                    "group",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ranks",
                        to="gaps.gapgroup",
                    ),
                ),
                (
                    "nearest",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="retrieval.essay",
                    ),
                ),
            ],
            options={
                "verbose_name": "group to write about",
                "verbose_name_plural": "groups to write about",
            },
        ),
        migrations.AddConstraint(
            model_name="gapgroup",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("idea__isnull", True), ("dismissed_at__isnull", True), _connector="OR"
                ),
                name="gapgroup_decided_once",
            ),
        ),
        migrations.AddIndex(
            model_name="monthlyrank",
            index=models.Index(fields=["month", "-score"], name="monthlyrank_order"),
        ),
        migrations.AddConstraint(
            model_name="monthlyrank",
            constraint=models.UniqueConstraint(
                fields=("group", "month"), name="monthlyrank_once_a_month"
            ),
        ),
    ]
