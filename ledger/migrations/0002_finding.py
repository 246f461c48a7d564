"""What the nightly check of the ledger found."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ledger", "0001_positions"),
    ]

    operations = [
        migrations.CreateModel(
            name="Finding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fault", models.TextField(help_text="What is wrong, in a sentence.")),
                (
                    "nearest",
                    models.TextField(
                        blank=True, default="", help_text="The essay's nearest words."
                    ),
                ),
                ("found_at", models.DateTimeField(auto_now_add=True)),
                (
                    "position",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="findings",
                        to="ledger.position",
                    ),
                ),
            ],
        ),
    ]
