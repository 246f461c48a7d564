"""The addresses for programs."""

from django.urls import path

from archivebrain.api import asking, reading, schema

urlpatterns = [
    path("ask", asking.Ask.as_view(), name="api-ask"),
    path("search", asking.Search.as_view(), name="api-search"),
    path("essays", reading.Essays.as_view(), name="api-essays"),
    path("essays/<str:slug>", reading.OneEssay.as_view(), name="api-essay"),
    path("glossary/<path:term>", reading.OneTerm.as_view(), name="api-term"),
    path("schema", schema.Schema.as_view(), name="api-schema"),
    path("docs", schema.docs, name="api-docs"),
]
