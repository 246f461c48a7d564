"""The addresses for programs."""

from django.urls import path

from archivebrain.api import asking, evolution, judging, keys, publishing, reading, schema

urlpatterns = [
    path("ask", asking.Ask.as_view(), name="api-ask"),
    path("search", asking.Search.as_view(), name="api-search"),
    path("essays", reading.Essays.as_view(), name="api-essays"),
    path("essays/<str:slug>", reading.OneEssay.as_view(), name="api-essay"),
    path("glossary/<path:term>", reading.OneTerm.as_view(), name="api-term"),
    path("concepts", evolution.Concepts.as_view(), name="api-concepts"),
    path("concepts/<str:slug>", evolution.OneConcept.as_view(), name="api-concept"),
    path("positions", evolution.Positions.as_view(), name="api-positions"),
    path("verify-quote", judging.VerifyQuote.as_view(), name="api-verify-quote"),
    path("feedback", judging.GiveFeedback.as_view(), name="api-feedback"),
    path("keys", keys.Keys.as_view(), name="api-keys"),
    path("publish", publishing.Publish.as_view(), name="api-publish"),
    path("schema", schema.Schema.as_view(), name="api-schema"),
    path("docs", schema.Docs.as_view(), name="api-docs"),
]
