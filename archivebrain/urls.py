"""Every address of this brain."""

from django.contrib import admin
from django.urls import include, path

admin.site.site_header = "The writer’s desk"
admin.site.site_title = "The writer’s desk"
admin.site.index_title = "What is here"

handler400 = "archivebrain.api.problems.malformed"
handler404 = "archivebrain.api.problems.missing"
handler500 = "archivebrain.api.problems.broken"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("archivebrain.api.urls")),
    path("", include("archivebrain.web.urls")),
]
