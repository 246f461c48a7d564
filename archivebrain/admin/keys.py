"""Who may ask more than others, and who wants to hear from the author."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from archivebrain.access.keys import revoke
from archivebrain.admin.exporting import csv_of
from archivebrain.models import ApiKey, KeyHolder
from archivebrain.models.access import KeyState


class KeyStates(admin.SimpleListFilter):
    """The state is computed, so the filter is too."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(state.value, state.value) for state in KeyState]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        state = self.value()
        if state not in set(KeyState):
            return queryset
        return queryset & ApiKey.objects.in_state(KeyState(state), timezone.now())


class Consents(admin.SimpleListFilter):
    """Who asked for the author's list."""

    title = "the author's list"
    parameter_name = "list"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("on", "asked for it")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(consented_at__isnull=False) if self.value() == "on" else queryset


@admin.register(ApiKey)
class ApiKeyAdmin(admin.ModelAdmin[ApiKey]):
    """Which keys are in use? One that is misused is revoked here and opens nothing from then."""

    list_display = ("__str__", "holder", "state", "created_at", "expires_at", "last_used_on")
    list_filter = (KeyStates, "last_used_on")
    list_select_related = ("holder",)
    search_fields = ("public_id", "holder__email")
    ordering = ("-created_at", "pk")
    list_per_page = 100
    show_full_result_count = False
    actions = ("revoke_keys", "export_owners")

    @admin.display(description="state")
    def state(self, key: ApiKey) -> str:
        return key.state(timezone.now()).value

    @admin.action(description="Revoke the chosen keys")
    def revoke_keys(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> None:
        count = revoke(queryset)
        messages.success(request, f"{count} key{'' if count == 1 else 's'} revoked.")

    @admin.action(description="Export the owners of the chosen keys as CSV")
    def export_owners(self, request: HttpRequest, queryset: QuerySet[ApiKey]) -> HttpResponse:
        now = timezone.now()
        rows = (
            (
                *(key.holder.email, str(key), key.state(now).value, key.created_at.isoformat()),
                *(key.expires_at.isoformat(), key.last_used_on),
            )
            for key in queryset.select_related("holder")
        )
        header = ("email", "key", "state", "created", "expires", "last used on")
        return csv_of("key-owners", header, rows)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(KeyHolder)
class KeyHolderAdmin(admin.ModelAdmin[KeyHolder]):
    """Who wants to hear from me? Deleting a person deletes their keys and all that is known."""

    list_display = ("email", "proved_at", "consented_at", "live_keys")
    list_filter = (Consents,)
    search_fields = ("email",)
    ordering = ("-proved_at", "pk")
    list_per_page = 100
    show_full_result_count = False
    actions = ("export_consents",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[KeyHolder]:
        is_live = Q(keys__in=ApiKey.objects.live(timezone.now()))
        return super().get_queryset(request).annotate(live_count=Count("keys", filter=is_live))

    @admin.display(description="live keys", ordering="live_count")
    def live_keys(self, holder: Any) -> int:
        return int(holder.live_count)

    @admin.action(description="Export those who asked for the list as CSV")
    def export_consents(self, request: HttpRequest, queryset: QuerySet[KeyHolder]) -> HttpResponse:
        """Of the chosen, those who consented: nobody else belongs on a list."""
        rows = (
            (holder.email, holder.consented_at.isoformat())
            for holder in queryset
            if holder.consented_at
        )
        return csv_of("consents", ("email", "consented"), rows)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
