"""The pages for people."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from archivebrain.web import (
    asking,
    evolution,
    feedback,
    glossary,
    health,
    kept,
    keys,
    llms,
    reading,
    robots,
    searching,
    streaming,
    trust,
    verifying,
    widget,
)


class NameConverter(StringConverter):
    """A slug or a term in any script; PostgreSQL cannot even look for one with a NUL."""

    regex = r"[^/\x00]+"


class WordsConverter(StringConverter):
    """A term of the glossary may hold a slash, as in TCP/IP."""

    regex = r"[^\x00]+"


register_converter(NameConverter, "name")
register_converter(WordsConverter, "words")

urlpatterns = [
    path("", asking.page, name="ask"),
    path("stream/", streaming.page, name="stream"),
    path("search/", searching.page, name="search"),
    path("essays/", reading.index, name="essays"),
    path("essays/<name:slug>/", reading.essay, name="essay"),
    path("glossary/", glossary.index, name="glossary"),
    path("glossary/<words:term>/", glossary.term, name="term"),
    path("evolution/", evolution.index, name="evolution"),
    path("evolution/feed.atom", evolution.Changes(), name="evolution_feed"),
    path("evolution/<name:concept>/", evolution.concept, name="concept"),
    path("keys/", keys.page, name="keys"),
    path("keys/<str:token>/", keys.link, name="key-link"),
    path("verify/", verifying.page, name="verify"),
    path("feedback/", feedback.give, name="feedback"),
    path("a/", kept.keep_answer, name="keep"),
    path("a/<name:answer>/", kept.page, name="kept"),
    path("a/<name:answer>/delete/<name:secret>/", kept.delete_answer, name="delete-kept"),
    path("widget.js", widget.script, name="widget"),
    path("llms.txt", llms.page, name="llms"),
    path("trust/", trust.page, name="trust"),
    path("robots.txt", robots.page, name="robots"),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
]
