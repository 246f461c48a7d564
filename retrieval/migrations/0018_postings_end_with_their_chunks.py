"""A posting ends with its chunk; looking for those of an essay read the whole table, twice."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0017_traces_over_time"),
    ]

    operations = [
        migrations.AlterField(
            model_name="posting",
            name="essay",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                to="retrieval.essay",
            ),
        ),
    ]
