"""The author's desk for imports: upload a file, see the plan, confirm, watch; and every run."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRefresh

from retrieval.admin.report_rows import KINDS, counts_of, rows_of
from retrieval.corpus import runs
from retrieval.corpus.formats import AUTO, FORMATS
from retrieval.corpus.sources import suffix_of
from retrieval.corpus.uploads import (
    MAX_UPLOAD_BYTES,
    MEGABYTES,
    UPLOAD_SUFFIXES,
    keep_upload,
)
from retrieval.desk import ReadOnly, queue
from retrieval.models import ImportRun, RunState
from retrieval.tasks import carry_on_imports
from retrieval.types import Visibility

ROWS_PER_PAGE = 50
TOO_LARGE = (
    f"larger than {MEGABYTES} MB. Import it in parts, or on the machine itself with "
    "manage.py import_essays."
)
CEILINGS = (
    (Visibility.PUBLIC.value, "public: what the file says"),
    (Visibility.UNLISTED.value, "unlisted at most"),
    (Visibility.DRAFT.value, "drafts at most"),
)


class UploadForm(forms.Form):
    """What to import, as what, and how open anything in it may become."""

    file = forms.FileField(
        widget=forms.ClearableFileInput(
            attrs={
                "accept": ",".join(sorted(UPLOAD_SUFFIXES)),
                "data-most-bytes": MAX_UPLOAD_BYTES,
                "data-too-large": f"It is {TOO_LARGE}",
            }
        ),
        help_text=f"A zip, or one file ({', '.join(sorted(UPLOAD_SUFFIXES - {'.zip'}))}), "
        f"of at most {MEGABYTES} MB.",
    )
    format = forms.ChoiceField(
        choices=[
            (AUTO, "found out from the file"),
            *((one.name, one.name) for one in FORMATS),
        ],
        required=False,
    )
    ceiling = forms.ChoiceField(
        choices=CEILINGS,
        required=False,
        label="Who may see it",
        help_text="Whatever is more private in the file stays so.",
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if suffix_of(file.name or "") not in UPLOAD_SUFFIXES:
            raise forms.ValidationError(f"{file.name}: no importer reads this kind of file.")
        if (file.size or 0) > MAX_UPLOAD_BYTES:
            raise forms.ValidationError(f"{file.name} is {TOO_LARGE}")
        return file


@admin.register(ImportRun)
class ImportRunAdmin(ReadOnly, admin.ModelAdmin[ImportRun]):
    """What came in, what failed and why?"""

    list_display = ("source_name", "state", "came_in", "left_out", "made_at", "made_by")
    list_filter = ("state", "made_by")
    search_fields = ("source_name",)
    ordering = ("-made_at", "-pk")
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.has_perm("retrieval.add_importrun"))

    def get_queryset(self, request: HttpRequest) -> Any:
        told = super().get_queryset(request).annotate(counts=models.F("report__counts"))
        return told.defer("report")

    def get_urls(self) -> list[URLPattern]:
        def named(name: str, view: Any) -> Any:
            address = f"<int:run_id>/{name}/"
            return path(address, self.admin_site.admin_view(view), name=f"import_{name}")

        own = [
            named("progress", self.progress_view),
            named("confirm", require_POST(self.confirm_view)),
            named("drop", require_POST(self.drop_view)),
        ]
        return own + super().get_urls()

    @admin.display(description="came in")
    def came_in(self, run: Any) -> str:
        counts = run.counts or {}
        names = ("new", "changed", "hidden", "deleted", "copies")
        if run.state not in {RunState.DONE.value, RunState.FAILED.value}:
            return ""
        return ", ".join(f"{counts[name]} {name}" for name in names if counts.get(name)) or "none"

    @admin.display(description="refused")
    def left_out(self, run: Any) -> str:
        return str((run.counts or {}).get("refused", ""))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Upload a file and have it read; nothing of it comes in yet."""
        self._may_import(request)
        form = UploadForm(request.POST or None, request.FILES or None)
        run = self._begun(request, form) if form.is_valid() else None
        if run is not None:
            return redirect("admin:retrieval_importrun_change", run.pk)
        return self._page(request, "add", {"title": "Import", "form": form})

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        """One run: how far it is, its plan or what it did."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        number = int(object_id) if object_id.isascii() and object_id.isdigit() else 0
        run = get_object_or_404(ImportRun, pk=number)
        kind = request.GET.get("show", "")
        page = Paginator(rows_of(run.report, kind), ROWS_PER_PAGE).get_page(request.GET.get("page"))
        context = {
            "title": run.source_name,
            "run": run,
            "page": page,
            "kind": kind if kind in KINDS else "",
            "kinds": counts_of(run.report),
            "may_import": self.has_add_permission(request),
        }
        return self._page(request, "run", context)

    def progress_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        """How far a run is, for the page that watches it; once it stands, the whole page."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        run = get_object_or_404(ImportRun.objects.defer("report"), pk=run_id)
        if not run.is_at_work:
            return HttpResponseClientRefresh()
        return TemplateResponse(request, "admin/retrieval/importrun/_progress.html", {"run": run})

    def confirm_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        self._may_import(request)
        run = get_object_or_404(ImportRun.objects.defer("report"), pk=run_id)
        if runs.confirm(run):
            _queue(run)
        else:
            messages.warning(request, f"This import is {run.get_state_display()} already.")
        return redirect("admin:retrieval_importrun_change", run_id)

    def drop_view(self, request: HttpRequest, run_id: int) -> HttpResponse:
        self._may_import(request)
        run = get_object_or_404(ImportRun.objects.defer("report"), pk=run_id)
        if runs.drop(run):
            messages.info(request, f"Nothing of {run.source_name} came in; the file is deleted.")
        return redirect("admin:retrieval_importrun_changelist")

    def _may_import(self, request: HttpRequest) -> None:
        if not self.has_add_permission(request):
            raise PermissionDenied

    def _begun(self, request: HttpRequest, form: UploadForm) -> ImportRun | None:
        wish, file = form.cleaned_data, form.cleaned_data["file"]
        try:
            kept = keep_upload(file.name, file.chunks())
        except OSError as fault:
            form.add_error("file", f"It cannot be kept here: {fault.strerror}.")
            return None
        run = ImportRun.objects.create(
            source_name=file.name,
            source_format=wish["format"] or AUTO,
            ceiling=wish["ceiling"] or Visibility.PUBLIC.value,
            made_by=request.user.get_username(),
            upload=kept,
        )
        _queue(run)
        return run

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        whole = {**self.admin_site.each_context(request), "opts": self.opts, **context}
        return TemplateResponse(request, f"admin/retrieval/importrun/{name}.html", whole)


def _queue(run: ImportRun) -> None:
    late = f"Import {run.pk} waits for the worker: the queue is down."
    queue(carry_on_imports.delay, late=late)
