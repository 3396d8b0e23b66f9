"""PostgreSQL, Redis and nginx for the tests: started in folders of their own on free ports, and stopped at the end."""

from __future__ import annotations

import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from tests.ports import free_port
from tests.programs import need

ROOT = Path(__file__).parents[2]


def answers(port: int) -> bool:
    """Whether somebody listens at a port."""
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def wait_for(check: object, what: str, seconds: float = 30) -> None:
    """Until something holds; asks often."""
    assert callable(check)
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, f"{what} did not happen in {seconds} seconds"
        time.sleep(0.05)


def _scratch() -> str | None:
    """In memory where there is room: the tests kill processes, not machines, and need not wait for disks."""
    memory = "/dev/shm"
    return memory if os.path.isdir(memory) and shutil.disk_usage(memory).free > 2**30 else None


class Service:
    """A program that listens at a port of 127.0.0.1 and keeps everything in one folder."""

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="tabiji-", dir=_scratch()))
        self.user: str | None = None
        self.process: subprocess.Popen[bytes] | None = None

    def words(self) -> list[str]:
        """The command."""
        raise NotImplementedError

    def start(self) -> None:
        """Returns when the service answers."""
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            self.words(), stdout=log, stderr=log, cwd=self.folder, user=self.user, start_new_session=True
        )
        log.close()
        wait_for(self.ready, f"an answer of {self.words()[0]} (see {self.folder}/log)")

    def ready(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "log").read_text()
        return answers(self.port)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(30)
            self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A cluster whose every commit is synced."""

    def __init__(self) -> None:
        super().__init__()
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            users = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in users else "nobody"
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        make = [need("initdb"), "-D", f"{self.folder}/data", "-U", "tabiji", "--auth=trust", "--no-sync"]
        done = subprocess.run([*make, "-E", "UTF8", "--locale=C"], capture_output=True, user=self.user, cwd=self.folder)
        assert done.returncode == 0, done.stderr.decode()

    def words(self) -> list[str]:
        settings = {
            "port": str(self.port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "on",
            "synchronous_commit": "on",
        }
        flags = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return [need("postgres"), "-D", f"{self.folder}/data", *flags]

    def ready(self) -> bool:
        if not super().ready():
            return False
        try:
            self.ask("SELECT 1", "postgres")
        except psycopg.OperationalError:  # starting up
            return False
        return True

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        super().stop(how)  # does not wait for its clients

    def restart(self) -> None:
        """As an administrator would: sessions are cut, nothing committed is lost."""
        self.stop()
        self.start()

    def address(self, name: str) -> str:
        return f"postgresql://tabiji@127.0.0.1:{self.port}/{name}"

    def ask(self, query: str, database: str, *values: object) -> list[tuple[object, ...]]:
        """The rows of a query."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(query.encode(), values or None)
            return cursor.fetchall() if cursor.description else []

    def new(self) -> str:
        """The name of a new, empty database."""
        name = f"test_{uuid4().hex[:12]}"
        self.ask(f"CREATE DATABASE {name}", "postgres")
        return name


class RedisServer(Service):
    """A Redis without persistence."""

    def words(self) -> list[str]:
        flags = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        return [need("redis-server"), *flags, "--dir", str(self.folder)]

    @property
    def address(self) -> str:
        return f"redis://127.0.0.1:{self.port}"


class Nginx(Service):
    """The load balancer of docs/server.md, with other ports and paths."""

    def __init__(self, nodes: list[int]) -> None:
        super().__init__()
        self.config = self._adapt(example("nginx"), nodes)
        (self.folder / "nginx.conf").write_text(self.config)

    def _adapt(self, text: str, nodes: list[int]) -> str:
        for stated, actual in [
            ("listen 80;", f"listen 127.0.0.1:{self.port};"),
            ("10.0.0.11:8700", f"127.0.0.1:{nodes[0]}"),
            ("10.0.0.12:8700", f"127.0.0.1:{nodes[1]}"),
        ]:
            assert text.count(stated) == 1, f"docs/server.md should say {stated!r} once"
            text = text.replace(stated, actual)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        paths = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        text = text.replace("http {\n", f"http {{\naccess_log off;\n{paths}", 1)
        user = "user root;\n" if os.getuid() == 0 else ""  # its folder is ours alone
        return f"pid {self.folder}/pid;\nerror_log {self.folder}/errors;\ndaemon off;\n{user}{text}"

    def words(self) -> list[str]:
        return [
            need("nginx"),
            "-e",
            f"{self.folder}/errors",
            "-p",
            str(self.folder),
            "-c",
            f"{self.folder}/nginx.conf",
        ]

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def example(language: str) -> str:
    """The only block of a language in docs/server.md."""
    text = (ROOT / "docs" / "server.md").read_text()
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 1, f"docs/server.md should have one block of {language}"
    return str(blocks[0])


@contextmanager
def running(service: Service) -> Iterator[None]:
    """A service from here to there."""
    try:
        service.start()
        yield
    finally:
        service.remove()
