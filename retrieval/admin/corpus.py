"""The author's desk for chunks and the glossary: what a search sees."""

from textwrap import shorten
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.html import format_html

from retrieval.desk import InGraph, ReadOnly
from retrieval.models import Chunk, GlossaryTerm

OPENING_CHARACTERS = 90


def opening_of(chunk: Chunk) -> str:
    return shorten(chunk.plain, OPENING_CHARACTERS, placeholder=" …")


@admin.register(Chunk)
class ChunkAdmin(ReadOnly, admin.ModelAdmin[Chunk]):
    """What exactly does a search see? Read only: chunks are made from essays."""

    list_display = ("essay", "ordinal", "under", "opening", "token_count")
    list_select_related = ("essay",)
    search_fields = ("plain", "essay__title")
    ordering = ("essay", "ordinal")
    list_per_page = 50
    show_full_result_count = False
    fields = ("essay_link", "under", "plain", "text", "token_count", "key", "content_hash")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).defer("essay__body", "text")

    @admin.display(description="opening")
    def opening(self, chunk: Chunk) -> str:
        return opening_of(chunk)

    @admin.display(description="essay")
    def essay_link(self, chunk: Chunk) -> str:
        return format_html('<a href="{}">{}</a>', chunk.essay.get_absolute_url(), chunk.essay)


@admin.register(GlossaryTerm)
class GlossaryTermAdmin(InGraph[GlossaryTerm]):
    """Which words do I use in my own sense?"""

    list_display = ("term", "definition")
    search_fields = ("term", "definition")
    ordering = ("term",)
