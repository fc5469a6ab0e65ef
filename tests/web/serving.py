"""A real server process for tests, and a client of it: it holds cookies, sends its Origin and opens sockets."""

import json
import os
import re
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

ADDRESS = re.compile(r"http://\S+?:(\d+)/")
RUN = (sys.executable, "-m", "certamen")


class Server:
    """`certamen serve --port 0` with a data folder of its own; its output is kept for the tests to read."""

    def __init__(self, data: Path, *options: str, port: int = 0, run: Sequence[str] = RUN) -> None:
        self.data, self.options, self.run = data, options, run
        self.errors = data.parent / f"{data.name}.log"
        self.process: subprocess.Popen[str]
        self.port = port
        self.said = self.printed = ""

    def start(self) -> "Server":
        """Started, and its address known."""
        command = [*self.run, "serve", "--port", str(self.port), "--data", str(self.data)]
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [*command, *self.options], stdout=subprocess.PIPE, stderr=errors, text=True, env=os.environ
            )
        assert self.process.stdout is not None
        self.said = self.process.stdout.readline()
        found = ADDRESS.search(self.said)
        assert found, f"no address: {self.said!r} {self.errors.read_text()}"
        self.port = int(found[1])
        return self

    def line(self, part: str) -> str:
        """The next line it printed that holds this."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said += line
            if part in line:
                return line
        raise AssertionError(f"{part} was not printed: {self.said}")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Stopped; its exit status."""
        self.process.send_signal(how)
        try:
            return self.process.wait(20)
        finally:
            if self.process.poll() is None:
                self.process.kill()
                self.process.wait()
            assert self.process.stdout is not None
            self.printed = self.said + self.process.stdout.read()
            self.process.stdout.close()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def browser(self, **kwargs: Any) -> "Browser":
        return Browser(self.origin, **kwargs)


@contextmanager
def serving(data: Path, *options: str, port: int = 0) -> Iterator[Server]:
    """A server while inside."""
    server = Server(data, *options, port=port).start()
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Browser(httpx.Client):
    """One browser: its cookies, and its Origin with all it sends."""

    def __init__(self, origin: str, *, address: str = "127.0.0.1") -> None:
        self.origin = origin
        transport = httpx.HTTPTransport(local_address=address)
        super().__init__(base_url=origin, headers={"Origin": origin}, timeout=20, transport=transport)
        self.address = address

    def open_table(self, yaml: str, **kwargs: Any) -> dict[str, Any]:
        """A new table; this browser sits at it as its owner."""
        told: dict[str, Any] = self.ok("POST", "/api/tables", json={"yaml": yaml, **kwargs})
        return told

    def ok(self, method: str, path: str, **kwargs: Any) -> Any:
        """What the server answers, which must be fine."""
        response = self.request(method, path, **kwargs)
        assert response.is_success, f"{method} {path}: {response.status_code} {response.text}"
        return response.json() if response.headers.get("content-type") == "application/json" else response.text

    def do(self, table: str, deed: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """The answer to a command."""
        command = {"id": secrets.token_hex(8), "deed": deed, **kwargs}
        answer: dict[str, Any] = self.ok("POST", f"/api/tables/{table}/commands", json=command)
        return answer

    def join(self, table: str, token: str) -> dict[str, Any]:
        """Sit down by a link."""
        told: dict[str, Any] = self.ok(
            "POST", "/api/join", json={"token": f"{table}.{token}", "value": secrets.token_hex(16)}
        )
        return told

    def cookie(self, table: str) -> str:
        """The Cookie header this browser sends for a table."""
        return "; ".join(f"{one.name}={one.value}" for one in self.cookies.jar if one.name == f"certamen-{table}")

    def socket(self, table: str, n: int | None = None, **kwargs: Any) -> "Socket":
        """This browser's socket of a table."""
        query = "" if n is None else f"?n={n}"
        headers = {"Cookie": self.cookie(table)}
        uri = f"ws{self.origin[4:]}/api/tables/{table}/socket{query}"
        options: dict[str, Any] = {"origin": self.origin, "additional_headers": headers, "compression": None} | kwargs
        return Socket(connect(uri, source_address=(self.address, 0), max_size=None, open_timeout=20, **options))


class Socket:
    """A socket with its frames as data."""

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self.opening = opening
        self.connection = opening.__enter__()

    def __enter__(self) -> "Socket":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.opening.__exit__(None, None, None)

    def send(self, deed: dict[str, Any], **kwargs: Any) -> str:
        """A command on its way; its id."""
        command = {"id": secrets.token_hex(8), "deed": deed, **kwargs}
        self.connection.send(json.dumps(command))
        return str(command["id"])

    def frame(self, timeout: float = 10) -> dict[str, Any]:
        """The next frame."""
        frame: dict[str, Any] = json.loads(self.connection.recv(timeout))
        return frame

    def until(self, kind: str, timeout: float = 10) -> dict[str, Any]:
        """The next frame of this type; those before it are passed over."""
        end = time.monotonic() + timeout
        while True:
            frame = self.frame(max(0.01, end - time.monotonic()))
            if frame["type"] == kind:
                return frame

    def do(self, deed: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
        """The answer to a command."""
        sent = self.send(deed, **kwargs)
        while (frame := self.until("answer"))["id"] != sent:
            pass
        return frame
