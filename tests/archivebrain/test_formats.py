"""The desk writes and reads dates as files do."""

from datetime import UTC, date, datetime

import pytest
from django import forms
from django.contrib.admin.widgets import AdminDateWidget, AdminSplitDateTime
from django.core.exceptions import ValidationError


def test_a_date_is_shown_as_it_is_typed() -> None:
    assert AdminDateWidget().format_value(date(2019, 3, 2)) == "2019-03-02"
    assert forms.DateField().clean("2019-03-02") == date(2019, 3, 2)
    shown = AdminSplitDateTime().render("at", datetime(2019, 3, 2, 18, 5, tzinfo=UTC))
    assert 'value="2019-03-02"' in shown


@pytest.mark.parametrize("written", ["02/03/2019", "2/3/19", "2 March 2019"])
def test_a_date_that_may_be_two_days_is_refused(written: str) -> None:
    with pytest.raises(ValidationError):
        forms.DateField().clean(written)
