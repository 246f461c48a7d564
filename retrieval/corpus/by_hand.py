"""What the author decides about many essays at once: who may see them."""

from collections.abc import Mapping

from django.db import transaction

from retrieval.models import Essay
from retrieval.types import Visibility


@transaction.atomic
def set_visibility(seen: Mapping[int, str], wanted: Visibility) -> list[Essay]:
    """Let essays be seen by ``wanted``, as by hand; those that changed.

    ``seen``: each essay's id with the visibility that the author was shown. One that has
    another by now is left alone.
    """
    changed = []
    for essay in Essay.objects.select_for_update(no_key=True).filter(pk__in=seen).order_by("pk"):
        if essay.visibility != seen[essay.pk] or essay.visibility == wanted.value:
            continue
        essay.visibility, essay.visibility_reason = wanted.value, ""
        # Row by row, so that hiding takes effect in this transaction.
        essay.save(update_fields=["visibility", "visibility_reason"])
        changed.append(essay)
    return changed
