"""The first page of the author's desk: the questions that its screens answer, in an order."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.http import HttpRequest
from django.urls import reverse

# What stands in no section comes last, so that nothing is out of reach.
REST = "And besides"
SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "What to write",
        ("gaps.monthlyrank", "gaps.essayidea", "gaps.gap"),
    ),
    (
        "What is in",
        (
            *("retrieval.essay", "retrieval.importrun", "retrieval.likelycopy"),
            *("retrieval.publication", "retrieval.glossaryterm"),
        ),
    ),
    ("What you hold", ("ledger.position", "ledger.concept", "ledger.finding")),
    (
        "How it answers",
        (
            *("archivebrain.feedback", "archivebrain.keptanswer"),
            *("archivebrain.evaluationrun", "archivebrain.goldencase"),
            "archivebrain.canaryrun",
            *("retrieval.retrievaltrace", "archivebrain.modelcall"),
            *("retrieval.chunk", "retrieval.graphnode"),
        ),
    ),
    (
        "Who may do what",
        ("archivebrain.apikey", "archivebrain.keyholder", "auth.user", "auth.group"),
    ),
)
# Django's own screens: nothing here says for them what they are for.
_QUESTIONS = {
    User: "Who may sign in here?",
    Group: "What may several people do here at once?",
}
_NAMES = {Group: "Permission groups"}


class Desk(admin.AdminSite):
    """Django's admin with its screens in the order in which a writer needs them."""

    site_header = "The writer’s desk"
    site_title = "The writer’s desk"
    index_title = "What would you like to know?"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """What this person may see, as sections; of one app alone, as Django lists it."""
        apps = super().get_app_list(request, app_label)
        screens = {_label(one): self._told(one) for app in apps for one in app["models"]}
        return apps if app_label else _sections(screens)

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """With the question that a list answers, which stands above it."""
        match = request.resolver_match
        screen = getattr(match.func, "model_admin", None) if match else None
        is_list = match is not None and str(match.url_name).endswith("_changelist")
        question = question_of(screen) if screen and is_list else ""
        return {**super().each_context(request), "question": question}

    def _told(self, screen: dict[str, Any]) -> dict[str, Any]:
        model = screen["model"]
        screen["name"] = _NAMES.get(model, screen["name"])
        screen["question"] = question_of(self._registry[model])
        return screen


def question_of(screen: admin.ModelAdmin[Any]) -> str:
    """What a screen answers: its class says so first, up to the question mark."""
    if screen.model in _QUESTIONS:
        return _QUESTIONS[screen.model]
    question, mark, _ = (type(screen).__doc__ or "").strip().partition("?")
    return " ".join(question.split()) + mark if mark else ""


def _label(screen: dict[str, Any]) -> str:
    return str(screen["model"]._meta.label_lower)


def _sections(screens: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    named = [(name, [label for label in labels if label in screens]) for name, labels in SECTIONS]
    listed = {label for _, labels in named for label in labels}
    named.append((REST, [label for label in screens if label not in listed]))
    return [
        {
            "name": name,
            "app_label": f"section-{number}",
            "app_url": f"{reverse('admin:index')}#section-{number}",
            "has_module_perms": True,
            "models": [screens[label] for label in labels],
        }
        for number, (name, labels) in enumerate(named, 1)
        if labels
    ]
