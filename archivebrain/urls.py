"""Every address of this brain."""

from django.contrib import admin
from django.urls import include, path

admin.site.site_header = "The writer’s desk"
admin.site.site_title = "The writer’s desk"
admin.site.index_title = "What is here"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("archivebrain.web.urls")),
]
