"""Variables are read strictly, and a fault is one line with the way out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from archivebrain.env import Environment, SettingError


def reading(**values: str) -> Environment:
    return Environment(values)


def test_an_unset_and_an_empty_variable_both_mean_the_default() -> None:
    assert reading().integer("PORT", 8000, low=1, high=9000) == 8000
    assert reading(PORT="  ").integer("PORT", 8000, low=1, high=9000) == 8000


@pytest.mark.parametrize("port", ["eighty", "0", "70000", "-1", "8000.0", "٣"])
def test_a_port_that_is_none_stops_the_start_and_names_the_variable(port: str) -> None:
    with pytest.raises(SettingError, match=r"^PORT=.* cannot be used: write a whole number from"):
        reading(PORT=port).integer("PORT", 8000, low=1, high=65535)


@pytest.mark.parametrize(("word", "value"), [("on", True), ("TRUE", True), ("0", False)])
def test_a_switch_reads_the_usual_words(word: str, value: bool) -> None:
    assert reading(X=word).switch("X", default=not value) is value


def test_the_string_maybe_is_no_switch() -> None:
    with pytest.raises(SettingError, match="write on or off"):
        reading(X="maybe").switch("X", default=False)


def test_an_unknown_choice_lists_the_known_ones() -> None:
    with pytest.raises(SettingError, match="extractive, anthropic"):
        reading(P="gpt").choice("P", "extractive", options=("extractive", "anthropic"))


@pytest.mark.parametrize(
    "address",
    [
        *("example.org", "ftp://example.org", "https://", "/path", "https://[::1"),
        *("https://a.example:port", "https://a.example:70000"),
        *("https://a .example", "https://a.example/?q=1", "https://a.example/#top"),
    ],
)
def test_a_site_address_must_be_whole(address: str) -> None:
    with pytest.raises(SettingError, match=r"https://example\.org"):
        reading(U=address).web_address("U", "")


def test_a_site_address_loses_its_last_slash() -> None:
    assert reading(U="https://a.example/b/").web_address("U", "") == "https://a.example/b"


def test_a_database_address_is_taken_apart_with_its_encoded_secret() -> None:
    assert reading(D="postgres://me:p%40ss@db.example:5433/brain?sslmode=require").database(
        "D"
    ) == {
        "NAME": "brain",
        "USER": "me",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }


def test_a_socket_folder_may_be_the_host() -> None:
    found = reading(D="postgresql://me@%2FVar%2Frun/brain").database("D")

    assert found is not None
    assert found["HOST"] == "/Var/run"


def test_a_numeric_host_may_stand_in_brackets() -> None:
    found = reading(D="postgresql://me@[::1]:5433/brain").database("D")

    assert found is not None
    assert (found["HOST"], found["PORT"]) == ("::1", "5433")


@pytest.mark.parametrize(
    "address",
    [
        "mysql://u:s3cret@h/x",
        "postgres://u:s3cret@h/",
        "postgres://u:s3cret@h:no/x",
        "postgres://u:s3cret@[h/x",
    ],
)
def test_a_wrong_database_address_is_refused_without_showing_its_secret(address: str) -> None:
    with pytest.raises(SettingError) as fault:
        reading(DATABASE_URL=address).database("DATABASE_URL")

    assert "s3cret" not in str(fault.value)
    assert str(fault.value).startswith("DATABASE_URL=")


def test_an_unknown_option_of_a_database_address_is_named_without_the_secret() -> None:
    with pytest.raises(SettingError, match='"colour"; leave that out') as fault:
        reading(D="postgres://u:s3cret@h/x?colour=blue").database("D")

    assert "s3cret" not in str(fault.value)


@pytest.mark.parametrize(
    "address",
    [
        *("http://localhost", "redis://", "redis://[::", "unix://", "redis://:s3cret@h:no/0"),
        *("redis://h:6379/first", "redis://:s3cret@h:70000/0", "ftp://:s3cret@h/0"),
    ],
)
def test_a_wrong_redis_address_is_refused_without_showing_its_secret(address: str) -> None:
    with pytest.raises(SettingError, match="redis://host:port/0") as fault:
        reading(R=address).redis("R")

    assert "s3cret" not in str(fault.value)


@pytest.mark.parametrize(
    "address",
    ["redis://h", "redis://:s3cret@h:6379/1", "rediss://h/", "unix:///run/redis?db=1"],
)
def test_every_common_redis_address_is_taken_as_it_is(address: str) -> None:
    assert reading(R=address).redis("R") == address


def test_a_path_is_absolute_whatever_was_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)

    assert reading(H="home").path("H", tmp_path) == tmp_path / "home"


def test_a_path_of_an_unknown_user_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match="no user is called so"):
        reading(H="~nobody-is-called-so/home").path("H", tmp_path)


def test_hosts_are_split_at_commas_and_trimmed() -> None:
    assert reading(A="a.example, .b.example,[::1],*,").hosts("A") == [
        *("a.example", ".b.example", "[::1]", "*")
    ]


@pytest.mark.parametrize("host", ["https://a.example", "a.example:8000", "a.example/b", "a b"])
def test_a_host_with_more_than_its_name_is_refused_because_it_would_match_nothing(
    host: str,
) -> None:
    with pytest.raises(SettingError, match="without scheme and port"):
        reading(A=f"localhost,{host}").hosts("A")


@pytest.mark.parametrize(
    ("wrong", "mend"),
    [
        ({"MONTHLY_BUDGET_USD": "-5"}, "write US dollars, as 25 or 12.50."),
        ({"MODEL_PRICES": "gpt=cheap"}, "write model=in/out in US dollars a million tokens"),
        ({"ANSWER_PROVIDER": "gpt"}, f"write one of {', '.join(settings.ANSWER_PROVIDERS)}."),
        ({"EMBED_BACKEND": "cuda"}, "write one of auto, torch, onnx, onnx-int8."),
        ({"ANSWER_BACKGROUND": "maybe"}, "write on or off"),
        ({"PORT": "eighty"}, "write a whole number"),
        ({"OPENAI_BASE_URL": "localhost:11434"}, "write a whole address"),
        ({"ANTHROPIC_BASE_URL": "banana"}, "write a whole address"),
        ({"ALLOWED_HOSTS": "https://a.example"}, "without scheme"),
        ({"CORS_ORIGINS": "https://a.example/path"}, "write origins"),
        ({"CORS_ORIGINS": "a.example"}, "write origins"),
        ({"PUBLISH_SECRET": "swordfish"}, "write whsec_"),
        ({"PUBLISH_SECRET": "whsec_c2hvcnQ="}, "write whsec_"),
        ({"ARCHIVEBRAIN_HOME": __file__}, "name a folder you own"),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "mend",
)
def test_a_wrong_variable_stops_the_start_with_one_line(wrong: dict[str, str], mend: str) -> None:
    started = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=Path(__file__).parents[2],
        env={**os.environ, **wrong},
        capture_output=True,
        text=True,
    )

    assert started.returncode == 1
    assert len(started.stderr.splitlines()) == 1
    assert started.stderr.startswith(next(iter(wrong)))
    assert mend in started.stderr


@pytest.mark.parametrize(
    ("raw", "backend", "folder"),
    [
        ("", "console", ""),
        ("file:///var/mail/out", "filebased", "/var/mail/out"),
        ("smtp://u:p@mail.example:25", "smtp", ""),
    ],
)
def test_mail_goes_where_its_address_says(raw: str, backend: str, folder: str) -> None:
    found = Environment({"EMAIL_URL": raw}).email("EMAIL_URL")

    assert found["EMAIL_BACKEND"] == f"django.core.mail.backends.{backend}.EmailBackend"
    assert found["EMAIL_FILE_PATH"] == folder
    assert found["EMAIL_TIMEOUT"] == 10


@pytest.mark.parametrize(
    "raw", ["mail.example", "pigeon://x", "smtp://u:p@h:port", "smtp://u:p@h:25/?timeout=soon"]
)
def test_a_mail_address_that_cannot_be_read_stops_the_start_without_its_password(raw: str) -> None:
    with pytest.raises(SettingError) as stopped:
        Environment({"EMAIL_URL": raw}).email("EMAIL_URL")

    assert "EMAIL_URL" in str(stopped.value)
    assert "u:p" not in str(stopped.value)
