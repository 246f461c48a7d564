"""The ASGI entry: Django behind a lifespan."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "archivebrain.settings")
application = get_asgi_application()
