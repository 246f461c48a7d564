"""The pages for people."""

from django.urls import path

from archivebrain.web import asking, glossary, health, reading, searching

urlpatterns = [
    path("", asking.page, name="ask"),
    path("search/", searching.page, name="search"),
    path("essays/", reading.index, name="essays"),
    path("essays/<str:slug>/", reading.essay, name="essay"),
    path("glossary/", glossary.index, name="glossary"),
    path("glossary/<str:term>/", glossary.term, name="term"),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]
