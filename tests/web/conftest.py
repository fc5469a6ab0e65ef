"""One server process for each file of tests here, with a data folder of its own."""

from collections.abc import Iterator

import pytest

from certamen.files.examples import examples
from tests.web.serving import Browser, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits by address, which many clients of one test would meet."""
    with serving(tmp_path_factory.mktemp("served") / "data", "--unlimited") as one:
        yield one


@pytest.fixture
def host(server: Server) -> Iterator[Browser]:
    """A browser on the server's own machine."""
    with server.browser() as one:
        yield one


@pytest.fixture(scope="session")
def duel() -> str:
    """The file of a small encounter."""
    return (examples() / "starcluster" / "duel.yaml").read_text()


@pytest.fixture
def table(host: Browser, duel: str) -> str:
    """A new table, the host's own."""
    return str(host.open_table(duel)["table"])
