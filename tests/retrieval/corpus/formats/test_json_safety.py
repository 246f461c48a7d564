"""JSON is counted before it is built."""

import tracemalloc

import pytest

from retrieval.corpus.formats.json_safety import JsonFault, load_json


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 100 + b"]" * 100, "nested"),
        (b"[" + b"{}," * 600_000 + b"{}]", "values"),
        (b'{"a": ', "not whole"),
        (b'{"a": "\xff"}', "damaged"),
        (b"[" + b"9" * 5000 + b"]", "no export needs"),
    ],
    ids=["deep", "many", "cut off", "not UTF-8", "number"],
)
def test_what_no_export_needs_is_refused_by_name(data: bytes, words: str) -> None:
    tracemalloc.start()

    with pytest.raises(JsonFault, match=words):
        load_json(data)

    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_marks_inside_of_texts_do_not_count() -> None:
    assert load_json(b'{"a": "' + b"[{," * 400_000 + b'\\"[", "b": [1]}')["b"] == [1]


def test_a_byte_order_mark_is_no_fault() -> None:
    assert load_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}
    assert load_json('{"é": 1}'.encode("utf-16")) == {"é": 1}


def test_signs_beyond_sixteen_bits_are_read_without_making_all_the_rest_as_wide() -> None:
    data = '{"a": "🚣 rows", "b": "'.encode() + b"x" * 5_000_000 + b'"}'
    tracemalloc.start()

    assert load_json(data)["a"] == "🚣 rows"

    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_bytes_that_are_no_sign_are_a_fault() -> None:
    with pytest.raises(JsonFault):
        load_json(b'{"a": "\xf5\x80\x80\x80"}')
