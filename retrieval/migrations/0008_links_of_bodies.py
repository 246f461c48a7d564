"""Where the links of each text lead; every essay is read once more for it, none embedded."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0007_copies_and_revisions"),
    ]

    operations = [
        migrations.AddField(
            model_name="essay",
            name="links",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.TextField(), blank=True, default=list, editable=False, size=None
            ),
        ),
        migrations.RunSQL(
            "UPDATE retrieval_essay SET indexed_key = '' WHERE indexed_key <> ''",
            migrations.RunSQL.noop,
        ),
    ]
