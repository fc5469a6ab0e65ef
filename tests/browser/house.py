"""A server as people run it: `certamen serve` in a process of its own, which can be killed and begun again."""

import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import deque
from contextlib import suppress
from pathlib import Path

NAME = "table.test"
"""Another name of this machine in the tests' browser: over plain http there, secure contexts are withheld."""
PATIENCE = 30


class House:
    """The server over a data folder. `url`: where it is; the port is kept when it is begun again."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = 0
        self.host_token = ""
        self.said: deque[str] = deque(maxlen=2_000)
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        """The address on this machine."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def named(self) -> str:
        """The same server by a name that is not this machine's own."""
        return f"http://{NAME}:{self.port}"

    def start(self) -> None:
        """Begin it, and wait until it answers."""
        command = [sys.executable, "-m", "certamen", "serve", "--port", str(self.port), "--data", str(self.data)]
        self._process = subprocess.Popen(
            [*command, "--allow-host", NAME, "--unlimited"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        told = threading.Event()
        threading.Thread(target=self._listen, args=(self._process, told), daemon=True).start()
        if not told.wait(PATIENCE):
            raise AssertionError("the server tells no address: " + "\n".join(self.said))
        self._wait()

    def _listen(self, process: subprocess.Popen[str], told: threading.Event) -> None:
        assert process.stdout is not None  # it was begun with one
        with suppress(ValueError):  # closed, when the server has ended
            for line in process.stdout:
                self.said.append(line.rstrip())
                if found := re.search(r"http://[^/:\s]+:(\d+)/", line):
                    self.port = int(found.group(1))
                    told.set()

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5):
                    return
            except OSError:
                time.sleep(0.05)
        raise AssertionError("the server does not answer: " + "\n".join(self.said))

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def faults(self) -> list[str]:
        """What the server said of faults of the program."""
        return [line for line in self.said if '"status": 500' in line or "Traceback" in line]

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
