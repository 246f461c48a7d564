"""The log of unanswered questions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Gap",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("question", models.TextField(help_text="In the reader's own words.")),
                ("reason", models.CharField(help_text="Which rule declined it.", max_length=40)),
                ("surface", models.CharField(help_text="Where it was asked.", max_length=20)),
                ("asked_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "indexes": [models.Index(fields=["-asked_at"], name="gap_asked_at")],
            },
        ),
    ]
