"""Celery shells: send one mail by its request's id, and what waits."""

from celery import shared_task

from archivebrain.access import emails


@shared_task(name="archivebrain.access.tasks.send_link")
def send_link(*, request_id: int) -> None:
    emails.send_link(request_id)


@shared_task(name="archivebrain.access.tasks.send_waiting")
def send_waiting() -> None:
    emails.send_waiting()
