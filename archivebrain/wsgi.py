"""The WSGI entry, for servers that want one; `serve` uses ASGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
application = get_wsgi_application()
