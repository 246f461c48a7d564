"""The author's desk for the graph: what hangs together with a term, a concept or an essay?"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from retrieval.desk import ReadOnly
from retrieval.models import Claim, Essay, GlossaryTerm, GraphEdge, GraphNode
from retrieval.picturing import MOST_DRAWN, Neighbour, picture_of
from retrieval.storable import is_storable
from retrieval.types import NodeKind


@dataclass(frozen=True, slots=True)
class RowBehind:
    """Which rows stand behind nodes of a kind: the column of their keys, and that of a name."""

    model: Any
    key: str
    name: str


# Apps above add theirs, because this one knows nothing of them.
ROWS: dict[NodeKind, RowBehind] = {
    NodeKind.ESSAY: RowBehind(Essay, key="slug", name="title"),
    NodeKind.TERM: RowBehind(GlossaryTerm, key="term", name="term"),
    NodeKind.CLAIM: RowBehind(Claim, key="key", name="text"),
}


@dataclass(frozen=True, slots=True)
class Known:
    """What the desk knows a node as, and where; the node's own key and picture without a row."""

    name: str
    row_url: str = ""


def neighbourhood_url(kind: str, key: str) -> str:
    return f"{reverse('admin:graph_near')}?{urlencode({'kind': kind, 'key': key})}"


@admin.register(GraphNode)
class GraphNodeAdmin(ReadOnly, admin.ModelAdmin[GraphNode]):
    """How does what I wrote hang together? Read only: the graph is made of other rows."""

    list_display = ("picture", "kind", "other_names", "neighbours")
    list_display_links = None
    list_filter = ("kind",)
    search_fields = ("key", "names")
    ordering = ("kind", "key")
    list_per_page = 100
    show_full_result_count = False

    def get_queryset(self, request: HttpRequest) -> Any:
        steps = _edges_of("start") + _edges_of("end")
        return super().get_queryset(request).annotate(steps=steps)

    def get_urls(self) -> list[URLPattern]:
        near = path("near/", self.admin_site.admin_view(self.near_view), name="graph_near")
        return [near, *super().get_urls()]

    @admin.display(description="node", ordering="key")
    def picture(self, node: GraphNode) -> str:
        return format_html('<a href="{}">{}</a>', neighbourhood_url(node.kind, node.key), node.key)

    @admin.display(description="also called")
    def other_names(self, node: GraphNode) -> str:
        return ", ".join(name for name in node.names if name != node.key)

    @admin.display(description="steps", ordering="steps")
    def neighbours(self, node: Any) -> int:
        return int(node.steps)

    def near_view(self, request: HttpRequest) -> HttpResponse:
        """One node with all that is one step away: a picture, and the same as a list."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = {name: request.GET.get(name, "") for name in ("kind", "key")}
        may_be = all(map(is_storable, asked.values()))
        node = GraphNode.objects.filter(**asked).first() if may_be else None
        if node is None:
            raise Http404("No node of the graph is called so. It may be made anew by now.")
        neighbours = _neighbours(node)
        known = _known([node])[node.pk]
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"What is near “{known.name}”",
            "node": node,
            "known": known,
            "picture": picture_of(known.name, neighbours),
            "neighbours": neighbours,
            "kinds": sorted({node.kind, *(one.kind.value for one in neighbours)}),
            "left_out": max(0, len(neighbours) - MOST_DRAWN),
        }
        return TemplateResponse(request, "admin/retrieval/graphnode/near.html", context)


def _edges_of(end: str) -> Coalesce:
    """Counted apart: two joins to one node would make rows of each edge in with each one out."""
    edges = GraphEdge.objects.filter(**{end: OuterRef("pk")}).order_by().values(end)
    return Coalesce(Subquery(edges.annotate(count=Count("pk")).values("count")), 0)


def _neighbours(node: GraphNode) -> list[Neighbour]:
    """By kind and name; several steps to one of them are told together."""
    edges = GraphEdge.objects.filter(Q(start=node) | Q(end=node)).select_related("start", "end")
    steps: dict[int, set[str]] = {}
    nodes: dict[int, GraphNode] = {}
    for edge in edges:
        other = edge.end if edge.start_id == node.pk else edge.start
        nodes[other.pk] = other
        steps.setdefault(other.pk, set()).add(edge.kind.replace("_", " "))
    known = _known(nodes.values())
    found = [
        Neighbour(
            kind=NodeKind(one.kind),
            name=known[pk].name,
            steps=tuple(sorted(steps[pk])),
            url=known[pk].row_url or neighbourhood_url(one.kind, one.key),
        )
        for pk, one in nodes.items()
    ]
    return sorted(found, key=lambda one: (one.kind.value, one.name.casefold(), one.url))


def _known(nodes: Iterable[GraphNode]) -> Mapping[int, Known]:
    """Each node by its id, in one query for each kind."""
    by_kind: dict[str, dict[str, GraphNode]] = {}
    for node in nodes:
        by_kind.setdefault(node.kind, {})[node.key] = node
    known = {one.pk: Known(one.key) for own in by_kind.values() for one in own.values()}
    for kind, behind in ROWS.items():
        own = by_kind.get(kind.value, {})
        for pk, key, name in _rows(behind, own.keys()):
            known[own[key].pk] = Known(name, _row_url(behind.model, pk))
    return known


def _rows(behind: RowBehind, keys: Collection[str]) -> list[tuple[int, str, str]]:
    if not keys:
        return []
    rows = behind.model.objects.filter(**{f"{behind.key}__in": keys})
    return list(rows.values_list("pk", behind.key, behind.name))


def _row_url(model: Any, pk: int) -> str:
    """Empty for rows that have no screen of their own."""
    if not admin.site.is_registered(model):
        return ""
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_change", args=[pk])
