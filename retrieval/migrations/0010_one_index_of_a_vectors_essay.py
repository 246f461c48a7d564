"""Django makes an index for a foreign key; the one beside it was never needed."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("retrieval", "0009_import_runs"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="chunkvector",
            name="chunkvector_essay",
        ),
    ]
