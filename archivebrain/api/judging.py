"""Two questions about what was said: did the author say it, and did the answer serve."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from archivebrain.answering.payloads import verification_payload
from archivebrain.answering.types import NamedEssayFault, QuoteFault
from archivebrain.answering.verifying import verify
from archivebrain.api.base import ApiView, body_of
from archivebrain.api.describing import described
from archivebrain.api.requests import FeedbackRequest, QuoteRequest
from archivebrain.api.shapes import FeedbackShape, VerificationShape
from archivebrain.models import Feedback
from archivebrain.models.feedback import Verdict


class VerifyQuote(ApiView):
    """Says what became of a quotation in the public writing, and where its words stand."""

    @described(VerificationShape, summary="Verify a quote", body=QuoteRequest)
    def post(self, request: Request) -> Response:
        quoted = body_of(request, QuoteRequest)
        try:
            found = verify(quoted["quote"], essay=quoted["essay"])
        except NamedEssayFault as fault:
            raise serializers.ValidationError({"essay": str(fault)}) from fault
        except QuoteFault as fault:
            raise serializers.ValidationError({"quote": str(fault)}) from fault
        return Response(verification_payload(found))


class GiveFeedback(ApiView):
    """Keeps one verdict on an answer, with fixed reasons and no words of the reader's."""

    @described(FeedbackShape, summary="Judge an answer", body=FeedbackRequest)
    def post(self, request: Request) -> Response:
        given = body_of(request, FeedbackRequest)
        kept = Feedback.give(given["answer"], Verdict(given["verdict"]), given["reasons"])
        return Response(
            {"answer": kept.answer_id, "verdict": kept.verdict, "reasons": kept.reasons}
        )
