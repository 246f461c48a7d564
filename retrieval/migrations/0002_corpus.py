"""The tables of the corpus and of its index."""

import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.functions.text
import pgvector.django.halfvec
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("retrieval", "0001_vector_extension"),
    ]

    operations = [
        migrations.CreateModel(
            name="GlossaryTerm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("term", models.TextField(unique=True)),
                (
                    "aliases",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                ("definition", models.TextField()),
                (
                    "related",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "essays",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        default=list,
                        help_text="Slugs.",
                        size=None,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Essay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.TextField(
                        help_text="The last part of the essay's address.", unique=True
                    ),
                ),
                ("title", models.TextField(help_text="As readers see it.")),
                (
                    "description",
                    models.TextField(blank=True, help_text="One sentence; never quoted."),
                ),
                ("body", models.TextField(help_text="Markdown, without front matter.")),
                (
                    "doc_type",
                    models.CharField(
                        choices=[
                            ("essay", "essay"),
                            ("personal_essay", "personal essay"),
                            ("explainer", "explainer"),
                            ("tutorial", "tutorial"),
                            ("note", "note"),
                            ("page", "page"),
                            ("glossary", "glossary"),
                        ],
                        default="essay",
                        max_length=20,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[
                            ("public", "public"),
                            ("unlisted", "unlisted"),
                            ("draft", "draft"),
                            ("private", "private"),
                        ],
                        default="draft",
                        help_text="Public texts are cited. All others are withheld from readers.",
                        max_length=10,
                    ),
                ),
                (
                    "visibility_reason",
                    models.TextField(blank=True, help_text="Why it is not public."),
                ),
                (
                    "published_on",
                    models.DateField(
                        blank=True, help_text="The calendar date as you wrote it.", null=True
                    ),
                ),
                (
                    "published_at",
                    models.DateTimeField(blank=True, help_text="The instant, if known.", null=True),
                ),
                (
                    "published_origin",
                    models.CharField(
                        choices=[
                            ("front_matter", "front matter"),
                            ("file_name", "file name"),
                            ("feed", "feed"),
                            ("page", "page"),
                            ("guess", "guess"),
                            ("unknown", "unknown"),
                        ],
                        default="unknown",
                        max_length=12,
                    ),
                ),
                (
                    "updated_on",
                    models.DateField(blank=True, help_text="The last edit you dated.", null=True),
                ),
                (
                    "updated_origin",
                    models.CharField(
                        choices=[
                            ("front_matter", "front matter"),
                            ("file_name", "file name"),
                            ("feed", "feed"),
                            ("page", "page"),
                            ("guess", "guess"),
                            ("unknown", "unknown"),
                        ],
                        default="unknown",
                        max_length=12,
                    ),
                ),
                ("language", models.CharField(default="en", max_length=16)),
                ("series", models.TextField(blank=True)),
                (
                    "authors",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "tags",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), blank=True, default=list, size=None
                    ),
                ),
                (
                    "canonical_url",
                    models.TextField(blank=True, help_text="Where readers should be sent."),
                ),
                (
                    "source_root",
                    models.TextField(blank=True, help_text="The folder it was imported from."),
                ),
                (
                    "source_path",
                    models.TextField(blank=True, help_text="The file below that folder."),
                ),
                ("imported_at", models.DateTimeField(auto_now_add=True)),
                (
                    "text_key",
                    models.GeneratedField(
                        db_persist=True,
                        expression=django.db.models.functions.text.MD5(
                            django.db.models.functions.text.Concat(
                                "title",
                                models.Value("\x1f", output_field=models.TextField()),
                                "body",
                            )
                        ),
                        output_field=models.CharField(max_length=32),
                    ),
                ),
                (
                    "indexed_key",
                    models.CharField(blank=True, default="", editable=False, max_length=32),
                ),
                (
                    "indexed_recipe",
                    models.CharField(blank=True, default="", editable=False, max_length=64),
                ),
                ("indexed_at", models.DateTimeField(blank=True, editable=False, null=True)),
                ("index_fault", models.TextField(blank=True, default="", editable=False)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["published_on"], name="essay_published_on"),
                    models.Index(fields=["source_root", "source_path"], name="essay_source"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("visibility__in", ["public", "unlisted", "draft", "private"])
                        ),
                        name="essay_visibility_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("published_on__isnull", True), ("published_origin", "unknown")
                            ),
                            models.Q(
                                ("published_on__isnull", False),
                                models.Q(("published_origin", "unknown"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="essay_date_and_origin_agree",
                        violation_error_message="A date needs an origin; a missing one is unknown.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Chunk",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=32, unique=True)),
                ("ordinal", models.IntegerField(help_text="Its place in the essay, from 0.")),
                (
                    "heading_path",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(), default=list, size=None
                    ),
                ),
                (
                    "anchor",
                    models.TextField(
                        blank=True, help_text="The innermost heading's id on the page."
                    ),
                ),
                ("text", models.TextField(help_text="Markdown exactly as the essay has it.")),
                ("plain", models.TextField(help_text="The same without marks; what is quoted.")),
                ("content_hash", models.CharField(max_length=64)),
                (
                    "token_count",
                    models.IntegerField(help_text="Of the embedded text, prefix included."),
                ),
                ("word_count", models.IntegerField(default=0)),
                (
                    "essay",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="chunks",
                        to="retrieval.essay",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Posting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lexeme", models.TextField()),
                ("frequency", models.SmallIntegerField()),
                ("word_count", models.IntegerField(help_text="Of the whole chunk.")),
                (
                    "chunk",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="retrieval.chunk"
                    ),
                ),
                (
                    "essay",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        to="retrieval.essay",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("platform", models.TextField(help_text="The journal, site or newsletter.")),
                (
                    "title",
                    models.TextField(blank=True, help_text="Its title there, if it differs."),
                ),
                ("url", models.TextField(help_text="The address there.")),
                (
                    "essay",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="publications",
                        to="retrieval.essay",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ChunkVector",
            fields=[
                (
                    "chunk",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="retrieval.chunk",
                    ),
                ),
                ("fingerprint", models.CharField(max_length=64)),
                ("vector", pgvector.django.halfvec.HalfVectorField(help_text="Unit length.")),
                (
                    "essay",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="retrieval.essay"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(fields=["essay"], include=("word_count",), name="chunk_essay"),
        ),
        migrations.AddConstraint(
            model_name="chunk",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["DEFERRED"],
                fields=("essay", "ordinal"),
                name="chunk_ordinal_once_per_essay",
            ),
        ),
        migrations.AddIndex(
            model_name="posting",
            index=models.Index(
                fields=["lexeme", "chunk"],
                include=("essay", "frequency", "word_count"),
                name="posting_lexeme",
            ),
        ),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.UniqueConstraint(
                fields=("essay", "url"), name="publication_once_per_essay"
            ),
        ),
        migrations.AddIndex(
            model_name="chunkvector",
            index=models.Index(fields=["essay"], name="chunkvector_essay"),
        ),
    ]
