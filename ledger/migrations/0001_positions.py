"""Concepts and positions, with what the database never lets be false."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Concept",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "slug",
                    models.TextField(help_text="The last part of its page's address.", unique=True),
                ),
                ("name", models.TextField(help_text="As readers see it.")),
                (
                    "aliases",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.TextField(),
                        blank=True,
                        default=list,
                        help_text="Other names, comma-separated.",
                        size=None,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("slug__regex", "^[^\\s/?#]+$")),
                        name="concept_slug_is_one_word",
                        violation_error_message="A slug is one word without spaces or slashes.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name", ""), _negated=True), name="concept_has_a_name"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Position",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "key",
                    models.TextField(
                        help_text="Your own id of the row.", unique=True, verbose_name="id"
                    ),
                ),
                ("stance", models.TextField(help_text="What you held, in a sentence.")),
                (
                    "essay_slug",
                    models.TextField(
                        db_index=True, help_text="The slug of the essay.", verbose_name="essay"
                    ),
                ),
                (
                    "dated",
                    models.DateField(
                        blank=True,
                        help_text="When you stated it; empty where nobody wrote it down.",
                        null=True,
                    ),
                ),
                (
                    "basis",
                    models.CharField(
                        choices=[
                            ("published", "published: the essay's date"),
                            ("in_text", "in text: a dated update inside the essay"),
                            ("undated", "undated: nobody wrote one down"),
                        ],
                        default="published",
                        help_text="Where the date comes from.",
                        max_length=10,
                    ),
                ),
                (
                    "receipt",
                    models.TextField(help_text="The exact words, as they stand in the essay."),
                ),
                (
                    "change",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("refined", "refined"),
                            ("reversed", "reversed"),
                            ("retracted", "retracted"),
                            ("reaffirmed", "reaffirmed"),
                        ],
                        default="",
                        help_text="What this row does to the one that it supersedes or reaffirms.",
                        max_length=10,
                    ),
                ),
                (
                    "because",
                    models.TextField(blank=True, default="", help_text="Why the view changed."),
                ),
                (
                    "retracted_on",
                    models.DateField(
                        blank=True,
                        help_text="Withdrawn on, without a replacement.",
                        null=True,
                        verbose_name="retracted",
                    ),
                ),
                (
                    "note",
                    models.TextField(
                        blank=True, default="", help_text="For yourself; nobody sees it."
                    ),
                ),
                (
                    "concept",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="positions",
                        to="ledger.concept",
                    ),
                ),
                (
                    "reaffirms",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reaffirmed_by",
                        to="ledger.position",
                    ),
                ),
                (
                    "supersedes",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="superseded_by",
                        to="ledger.position",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["concept", "dated"], name="position_concept_dated")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("key", ""), _negated=True),
                            models.Q(("stance", ""), _negated=True),
                            models.Q(("essay_slug", ""), _negated=True),
                            models.Q(("receipt", ""), _negated=True),
                        ),
                        name="position_says_something",
                        violation_error_message="Id, stance, essay and receipt may not be empty.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("basis__in", ["published", "in_text", "undated"])),
                        name="position_basis_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("basis", "undated"), ("dated__isnull", True)),
                            models.Q(
                                models.Q(("basis", "undated"), _negated=True),
                                ("dated__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="position_dated_unless_undated",
                        violation_error_message="Only a row with the basis undated has no date.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("change", ""),
                                ("reaffirms__isnull", True),
                                ("supersedes__isnull", True),
                            ),
                            models.Q(
                                ("change__in", ["refined", "reversed", "retracted"]),
                                ("reaffirms__isnull", True),
                                ("supersedes__isnull", False),
                            ),
                            models.Q(
                                ("change", "reaffirmed"),
                                ("reaffirms__isnull", False),
                                ("supersedes__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="position_change_fits_its_link",
                        violation_error_message="Refined, reversed and retracted go with a superseded row, reaffirmed with a reaffirmed one, and no change with neither.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("supersedes__isnull", True),
                                models.Q(("supersedes", models.F("pk")), _negated=True),
                                _connector="OR",
                            ),
                            models.Q(
                                ("reaffirms__isnull", True),
                                models.Q(("reaffirms", models.F("pk")), _negated=True),
                                _connector="OR",
                            ),
                        ),
                        name="position_is_not_its_own_successor",
                        violation_error_message="A row can neither supersede nor reaffirm itself.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("retracted_on__isnull", True),
                            ("dated__isnull", True),
                            ("retracted_on__gte", models.F("dated")),
                            _connector="OR",
                        ),
                        name="position_retracted_after_it_was_held",
                        violation_error_message="A view cannot be withdrawn before it was stated.",
                    ),
                ],
            },
        ),
    ]
