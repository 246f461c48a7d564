"""The Celery app and the whole beat schedule."""

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from kombu import Connection
from kombu.exceptions import OperationalError
from redis.exceptions import ConnectionError as RedisIsDown

from archivebrain.embedded.redis import broker_url

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")


class ArchiveBrain(Celery):
    """Asks for the broker at the first connection, which starts the embedded one."""

    def connection_for_read(self, url: str | None = None, **kwargs: Any) -> Connection:
        return super().connection_for_read(url or _address(), **kwargs)

    def connection_for_write(self, url: str | None = None, **kwargs: Any) -> Connection:
        return super().connection_for_write(url or _address(), **kwargs)


def _address() -> str:
    try:
        return broker_url()
    except RedisIsDown as fault:
        raise OperationalError(str(fault)) from fault


app = ArchiveBrain("archivebrain")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(
    [
        *("archivebrain.access", "archivebrain.answering"),
        *("archivebrain.evaluation", "archivebrain.experiments"),
    ]
)
app.conf.beat_schedule = {
    # What a lost message or a killed worker left behind is taken up again.
    "sweep": {"task": "retrieval.tasks.sweep", "schedule": 60.0},
    # The index of neighbours comes and goes with the archive's size; mostly two short questions.
    "keep_neighbours": {"task": "retrieval.tasks.keep_neighbours", "schedule": 60.0},
    "look_after_imports": {"task": "retrieval.tasks.look_after_imports", "schedule": 60.0},
    "send_waiting_mails": {"task": "archivebrain.access.tasks.send_waiting", "schedule": 60.0},
    # Within a minute of each publication and each edit of the ledger, however it was made.
    "reverify_kept_answers": {
        "task": "archivebrain.answering.tasks.reverify_kept_answers",
        "schedule": 60.0,
    },
    "expire_kept_answers": {
        "task": "archivebrain.answering.tasks.expire_kept_answers",
        "schedule": 3600.0,
    },
    "follow_feeds": {"task": "retrieval.tasks.follow_feeds", "schedule": 3600.0},
    # Hourly, because beat forgets its last run when it is started again.
    "expire_traces": {"task": "retrieval.tasks.expire_traces", "schedule": 3600.0},
    "expire_shadow_runs": {
        "task": "archivebrain.experiments.tasks.expire",
        "schedule": 3600.0,
    },
    # Once a day; asked hourly, because a brain that is off at a set hour would never do it.
    "canary": {"task": "archivebrain.evaluation.tasks.canary", "schedule": 3600.0},
    "expire_gaps": {"task": "gaps.tasks.expire", "schedule": 3600.0},
    "triage": {"task": "gaps.tasks.triage_last_month", "schedule": 3600.0},
    # An essay that was edited may no longer hold the words of an old receipt.
    "revalidate": {"task": "ledger.tasks.revalidate", "schedule": crontab(hour=3, minute=10)},
}
