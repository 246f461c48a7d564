"""Traces say when each stage began, so that those that ran beside each other can be told."""

from django.db import migrations, models

# Until now stages ran one after the other, and their order went without saying.
LAID_END_TO_END = """
UPDATE retrieval_retrievaltrace SET stages = laid.stages, total_ms = laid.total_ms
FROM (
  SELECT id, sum(ms) AS total_ms,
    jsonb_agg(jsonb_build_object('name', name, 'at', at, 'ms', ms) ORDER BY place) AS stages
  FROM (
    SELECT id, name, place, ms,
      coalesce(sum(ms) OVER (
        PARTITION BY id ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
      ), 0) AS at
    FROM retrieval_retrievaltrace, jsonb_each(timings_ms) AS timed(name, took),
      cast(took AS float8) AS ms,
      array_position(ARRAY['embed', 'vector', 'keyword', 'fuse', 'load'], name) AS place
  ) AS stage GROUP BY id
) AS laid
WHERE laid.id = retrieval_retrievaltrace.id
"""
BACK = """
UPDATE retrieval_retrievaltrace SET timings_ms = coalesce((
  SELECT jsonb_object_agg(stage->>'name', stage->'ms') FROM jsonb_array_elements(stages) AS stage
), '{}')
"""


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0010_one_index_of_a_vectors_essay")]

    operations = [
        migrations.AddField(
            model_name="retrievaltrace",
            name="stages",
            field=models.JSONField(default=list, help_text="When each stage began, and its time."),
        ),
        migrations.AddField(
            model_name="retrievaltrace",
            name="total_ms",
            field=models.FloatField(default=0.0, help_text="Milliseconds from first to last."),
        ),
        migrations.AlterField(
            model_name="retrievaltrace",
            name="timings_ms",
            field=models.JSONField(default=dict, help_text="Milliseconds of each stage."),
        ),
        migrations.RunSQL(LAID_END_TO_END, BACK),
        migrations.RemoveField(model_name="retrievaltrace", name="timings_ms"),
    ]
