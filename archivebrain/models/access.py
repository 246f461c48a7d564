"""Who holds a key, the keys themselves, and requests for one that are still open."""

from datetime import date, datetime
from enum import StrEnum
from typing import Self

from django.db import models

DIGEST_CHARACTERS = 64
PUBLIC_ID_CHARACTERS = 8
ADDRESS_CHARACTERS = 254


class KeyState(StrEnum):
    """What a key is good for today; computed, never stored."""

    LIVE = "live"
    EXPIRED = "expired"
    REVOKED = "revoked"


class KeyHolder(models.Model):
    """A person who proved an e-mail address.

    ``person`` is a keyed digest of the address without its variants: ``a+b@…`` and ``a@…``
    are one person.
    """

    email = models.EmailField(max_length=ADDRESS_CHARACTERS)
    person = models.CharField(max_length=DIGEST_CHARACTERS, unique=True, editable=False)
    proved_at = models.DateTimeField(auto_now_add=True)
    consented_at = models.DateTimeField(
        null=True,
        blank=True,
        help_text="When they asked for the author's list and then proved the address.",
    )

    def __str__(self) -> str:
        return self.email


class ApiKeyQuerySet(models.QuerySet["ApiKey"]):
    """Keys by what they are good for."""

    def in_state(self, state: KeyState, now: datetime) -> Self:
        """Agrees with ``ApiKey.state``, row by row (tested)."""
        match state:
            case KeyState.REVOKED:
                return self.filter(revoked_at__isnull=False)
            case KeyState.EXPIRED:
                return self.filter(revoked_at__isnull=True, expires_at__lte=now)
        return self.filter(revoked_at__isnull=True, expires_at__gt=now)

    def live(self, now: datetime) -> Self:
        return self.in_state(KeyState.LIVE, now)


class ApiKey(models.Model):
    """One key, kept as its public half and a keyed digest of the whole; it cannot be shown again.

    ``last_used_on`` is a day, because a finer time would be a trace of a person.
    """

    holder = models.ForeignKey(KeyHolder, on_delete=models.CASCADE, related_name="keys")
    public_id = models.CharField(max_length=PUBLIC_ID_CHARACTERS, unique=True)
    digest = models.CharField(max_length=DIGEST_CHARACTERS, editable=False)
    last_characters = models.CharField(max_length=4)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    last_used_on = models.DateField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiKeyQuerySet.as_manager()

    class Meta:
        verbose_name = "API key"

    def __str__(self) -> str:
        return f"ab_live_{self.public_id}_…{self.last_characters}"

    def state(self, now: datetime) -> KeyState:
        if self.revoked_at:
            return KeyState.REVOKED
        return KeyState.LIVE if now < self.expires_at else KeyState.EXPIRED

    def note_use(self, day: date) -> None:
        """Write the day down, once a day."""
        if self.last_used_on != day:
            ApiKey.objects.filter(pk=self.pk).update(last_used_on=day)


class KeyRequest(models.Model):
    """A wish for a key until its mail's link is used, or forgotten after a day.

    The link's secret is made when the mail is sent and kept as a digest alone.
    """

    email = models.EmailField(max_length=ADDRESS_CHARACTERS)
    wants_list = models.BooleanField(default=False)
    requested_at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True, blank=True)
    link_digest = models.CharField(
        max_length=DIGEST_CHARACTERS, null=True, blank=True, unique=True, editable=False
    )
    link_expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["requested_at"], name="key_request_age")]

    def __str__(self) -> str:
        return f"Request of {self.requested_at:%Y-%m-%d %H:%M}"
