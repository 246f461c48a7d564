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
