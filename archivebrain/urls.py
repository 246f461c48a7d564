"""Every address of this brain."""

from django.contrib import admin
from django.urls import include, path

handler400 = "archivebrain.api.problems.malformed"
handler404 = "archivebrain.api.problems.missing"
handler500 = "archivebrain.api.problems.broken"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("archivebrain.api.urls")),
    path("", include("archivebrain.web.urls")),
]
