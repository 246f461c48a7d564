"""What one essay became, was, and looks like to readers; and who may see many of them."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from retrieval.admin.corpus import opening_of
from retrieval.comparing import compare
from retrieval.corpus.by_hand import set_visibility
from retrieval.corpus.visibility import closedness
from retrieval.desk import InGraph, queue_graph
from retrieval.embedders import Embedder, EmbedderUnavailable
from retrieval.generations import get_embedder
from retrieval.models import ChunkVector, Essay
from retrieval.types import Visibility

CHUNKS_PER_PAGE = 100
LOOK_FIRST = "Nothing was changed. Say that readers may see them, or cancel."


class EssayPages(InGraph[Essay]):
    """The pages beside an essay's form."""

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, view: Any, address: str = "") -> Any:
            where = f"{address or '<int:essay_id>/'}{name}/"
            return path(where, self.admin_site.admin_view(view), name=f"essay_{name}")

        own = [
            named("chunks", self.chunks_view),
            named("preview", self.preview_view),
            named("revisions", self.revisions_view),
            named("visibility", require_POST(self.visibility_view), "seen/"),
        ]
        return own + super().get_urls()

    def chunks_view(self, request: HttpRequest, essay_id: int) -> HttpResponse:
        """Each chunk as a search meets it, with its tokens against the model's window."""
        essay = self._essay(request, essay_id)
        embedder = _embedder()
        ours = ChunkVector.objects.filter(
            chunk=OuterRef("pk"), fingerprint=embedder.fingerprint if embedder else ""
        )
        chunks = essay.chunks.annotate(is_embedded=Exists(ours)).order_by("ordinal").defer("text")
        page = Paginator(chunks, CHUNKS_PER_PAGE).get_page(request.GET.get("page"))
        rows = [(chunk, chunk.under, opening_of(chunk)) for chunk in page]
        window = embedder.window_tokens if embedder else None
        context = {"essay": essay, "page": page, "rows": rows, "window": window}
        return self._page(request, "chunks", f"What became of “{essay}”", context)

    def preview_view(self, request: HttpRequest, essay_id: int) -> HttpResponse:
        """The essay as readers would see it, at an address that only the desk opens."""
        essay = self._essay(request, essay_id)
        context = {"essay": essay, "publications": essay.publications.public()}
        return TemplateResponse(request, "admin/retrieval/essay/preview.html", context)

    def revisions_view(self, request: HttpRequest, essay_id: int) -> HttpResponse:
        """What the text was, and one of those texts beside the present one."""
        essay = self._essay(request, essay_id)
        revisions = essay.revisions.defer("body").order_by("-replaced_at", "-pk")
        chosen = request.GET.get("revision", "")
        one = essay.revisions.filter(pk=int(chosen)).first() if _is_number(chosen) else None
        context = {
            "essay": essay,
            "revisions": revisions,
            "chosen": one,
            "pairs": compare(one.body, essay.body) if one else (),
        }
        return self._page(request, "revisions", f"What “{essay}” was", context)

    def ask_visibility(
        self, request: HttpRequest, essays: Any, wanted: Visibility
    ) -> HttpResponse | None:
        """The page between the action and the change: which essays go from what to what."""
        rows = essays.exclude(visibility=wanted.value).defer("body").order_by("title", "pk")
        groups: dict[str, list[Essay]] = {}
        for essay in rows:
            groups.setdefault(essay.visibility, []).append(essay)
        if not groups:
            messages.info(request, f"All of them are {wanted.value} already.")
            return None
        context = {
            "wanted": wanted.value,
            "groups": sorted(groups.items(), key=lambda one: closedness(Visibility(one[0]))),
            "chosen": ",".join(f"{one.pk}:{one.visibility}" for one in rows),
            "count": len(rows),
            "opens": any(closedness(Visibility(now)) > closedness(wanted) for now in groups),
        }
        return self._page(request, "visibility", f"Make {wanted.value}", context)

    def visibility_view(self, request: HttpRequest) -> HttpResponse:
        if not self.has_change_permission(request):
            raise PermissionDenied
        asked = request.POST.get("wanted", "")
        if asked not in set(Visibility):
            return HttpResponseBadRequest("No page of the desk sends this.")
        wanted = Visibility(asked)
        seen = _chosen(request.POST.get("chosen", ""))
        opens = any(closedness(Visibility(now)) > closedness(wanted) for now in seen.values())
        if opens and "looked" not in request.POST:
            messages.error(request, LOOK_FIRST)
            return redirect("admin:retrieval_essay_changelist")
        changed = set_visibility(seen, wanted)
        for essay in changed:
            self.log_change(request, essay, f"Made {wanted.value}.")
        queue_graph()
        messages.info(request, _told(len(changed), len(seen), wanted))
        return redirect("admin:retrieval_essay_changelist")

    def _essay(self, request: HttpRequest, essay_id: int) -> Essay:
        if not self.has_view_permission(request):
            raise PermissionDenied
        return get_object_or_404(Essay, pk=essay_id)

    def _page(
        self, request: HttpRequest, name: str, title: str, context: dict[str, Any]
    ) -> HttpResponse:
        site = self.admin_site.each_context(request)
        whole = {**site, "opts": self.opts, "title": title, **context}
        return TemplateResponse(request, f"admin/retrieval/essay/{name}.html", whole)


def _embedder() -> Embedder | None:
    try:
        return get_embedder()
    except EmbedderUnavailable:
        return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _chosen(text: str) -> dict[int, str]:
    """What the page sent back: each essay with the visibility that it showed."""
    pairs = (one.partition(":") for one in text.split(","))
    return {
        int(number): seen
        for number, _, seen in pairs
        if _is_number(number) and seen in set(Visibility)
    }


def _told(changed: int, asked: int, wanted: Visibility) -> str:
    what = "1 essay is" if changed == 1 else f"{changed} essays are"
    left = f" {asked - changed} changed meanwhile and were left alone." if asked > changed else ""
    return f"{what} {wanted.value} now.{left}"
