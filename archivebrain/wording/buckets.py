"""What is said of words whose view is no longer held, on every surface; pure."""

from retrieval.types import Bucket

STANDINGS = {Bucket.HISTORICAL: "no longer held", Bucket.RECORD_ONLY: "retracted"}
