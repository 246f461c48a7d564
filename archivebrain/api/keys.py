"""Asks for a key by mail: one reply, whoever has one already and whoever has not."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.access.emails import LINK_MINUTES, EmailFault, where_mail_stays
from archivebrain.access.keys import KeysClosed, request_key
from archivebrain.access.principals import visitor
from archivebrain.api.base import ApiView, body_of, too_many
from archivebrain.api.describing import described
from archivebrain.api.problems import Kind, Problem, Refused
from archivebrain.api.requests import KeyWish
from archivebrain.api.shapes import KeyPromise

PROMISE = f"A mail with a link is on its way. The link is good for {LINK_MINUTES} minutes."
NO_MAIL = (
    "The request is noted. This site sends no mail yet: the link stands {place}, where only who "
    f"runs it can read it. The link is good for {LINK_MINUTES} minutes."
)


class Keys(ApiView):
    """Has a link mailed that gives out one key; the key itself never comes this way."""

    @described(KeyPromise, summary="Ask for a key", body=KeyWish, status=202)
    def post(self, request: Request) -> Response:
        wish = body_of(request, KeyWish)
        try:
            verdict = request_key(
                wish["email"], wants_list=wish["wants_list"], principal=visitor(request.META)
            )
        except EmailFault as fault:
            raise serializers.ValidationError({"email": str(fault)}) from fault
        except KeysClosed as fault:
            raise Refused(Problem(Kind.UNAVAILABLE, str(fault))) from fault
        if not verdict.is_allowed:
            raise Refused(too_many(verdict))
        place = where_mail_stays()
        detail = NO_MAIL.format(place=place) if place else PROMISE
        return Response({"detail": detail}, status=202)
