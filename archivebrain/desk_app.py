"""Puts the desk in the place of Django's own admin site; apart, as no model is there yet."""

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    """The admin with its first page led by questions."""

    default_site = "archivebrain.desk.Desk"
