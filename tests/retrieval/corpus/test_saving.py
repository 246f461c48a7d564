"""What a dry run believes to be stored is what a real run would have stored."""

from retrieval.corpus.identity import Stored, traces_of
from retrieval.corpus.planning import Action, Step, columns_of
from retrieval.corpus.saving import COLUMNS, stored_after
from tests.retrieval.corpus.test_identity import document, stored

OLD = stored(document(), pk=7)


def test_the_columns_that_are_loaded_are_those_that_are_compared() -> None:
    assert set(COLUMNS) == set(columns_of(document()))


def test_new_essays_get_ids_of_their_own_below_zero() -> None:
    steps = [
        Step(Action.NEW, name, columns_of(document(f"{name}.md")), document(f"{name}.md"))
        for name in ("a", "b")
    ]

    assert [(essay.pk, essay.slug) for essay in stored_after((OLD,), steps)] == [
        (7, "page"),
        (-1, "a"),
        (-2, "b"),
    ]
    assert [essay.pk for essay in stored_after((), steps)] == [-1, -2]


def test_a_changed_essay_takes_its_new_text_and_columns_and_keeps_its_slug() -> None:
    new = document(title="B", body="Other.")
    step = Step(Action.CHANGED, "page", columns_of(new), new, OLD)

    assert stored_after((OLD,), [step]) == (
        Stored(7, "page", traces_of("Other."), columns_of(new)),
    )


def test_a_deleted_essay_is_gone_and_one_that_is_only_missing_stays() -> None:
    deleted = Step(Action.DELETED, "page", columns_of(document()), stored=OLD)
    missing = Step(Action.GONE, "page", columns_of(document()), stored=OLD)

    assert stored_after((OLD,), [deleted]) == ()
    assert stored_after((OLD,), [missing]) == (OLD,)
