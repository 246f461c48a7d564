"""Names the keys as people do; no column changes."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("archivebrain", "0004_shadow_runs")]

    operations = [migrations.AlterModelOptions(name="apikey", options={"verbose_name": "API key"})]
