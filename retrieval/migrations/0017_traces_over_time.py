"""The report of many days adds up what an index holds, and reads no trace for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0016_generations")]

    operations = [
        migrations.RemoveIndex(model_name="retrievaltrace", name="trace_made_at"),
        migrations.AddIndex(
            model_name="retrievaltrace",
            index=models.Index(
                fields=["made_at"],
                include=["surface", "outcome", "total_ms", "degraded"],
                name="trace_over_time",
            ),
        ),
    ]
