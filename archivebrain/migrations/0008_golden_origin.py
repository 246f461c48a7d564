"""Tells cases that were made at the desk from those of the golden file."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("archivebrain", "0007_kept_answers"),
    ]

    operations = [
        migrations.AddField(
            model_name="goldencase",
            name="origin",
            field=models.CharField(default="file", max_length=20),
        ),
        migrations.AddConstraint(
            model_name="goldencase",
            constraint=models.CheckConstraint(
                condition=models.Q(("origin__in", ["file", "desk"])),
                name="golden_case_origin_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="goldencase",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("origin", "desk"), _negated=True), ("split", "tune"), _connector="OR"
                ),
                name="golden_case_of_the_desk_is_never_of_the_holdout",
            ),
        ),
    ]
