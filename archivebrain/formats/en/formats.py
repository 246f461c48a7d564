"""Dates are typed as they stand in files: 02/03/2019 is two days, 2019-03-02 is one."""

DATE_INPUT_FORMATS = ["%Y-%m-%d"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"]
