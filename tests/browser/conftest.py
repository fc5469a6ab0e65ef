"""Real browsers at a real server: Debian's Chromium, `certamen serve`, a context of its own for everybody."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, ViewportSize

from tests.browser.house import NAME, House

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGS = (
    "--no-sandbox",  # the tests may run as root
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
)
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 360, "height": 740}
SHOTS = os.environ.get("CERTAMEN_SHOTS", "")
PATIENCE = 20_000  # ms: the machine is shared

Come = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Last of all: Playwright keeps a loop of its own running, in which other tests could begin none."""
    here = Path(__file__).parent
    mine = [item for item in items if here in item.path.parents]
    items[:] = [item for item in items if item not in mine] + mine
    if CHROMIUM is None and not os.environ.get("CI"):
        for item in mine:
            if "page" in getattr(item, "fixturenames", ()) or "come" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.skip(reason="there is no Chromium: apt-get install chromium"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, which looks nothing up outside."""
    return {"executable_path": CHROMIUM, "args": list(ARGS), "headless": True}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for all tests of this process that do not kill theirs."""
    one = House(tmp_path_factory.mktemp("house"))
    one.start()
    yield one
    one.stop()
    assert one.faults() == []


@pytest.fixture
def own_house(tmp_path: Path) -> Iterator[House]:
    """A server of the test's own."""
    one = House(tmp_path / "house")
    one.start()
    yield one
    one.stop()
    assert one.faults() == []


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    """Somebody comes: `come(phone=True, dark=True)` gives a page in a context of its own.

    At the end no page may have had an error, nor a word from the content policy.
    """
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def one(*, phone: bool = False, dark: bool = False, **more: Any) -> Page:
        context = browser.new_context(
            viewport=PHONE if phone else DESK,
            has_touch=phone,
            is_mobile=phone,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            **more,
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: wrong.append(message.text) if _is_wrong(message) else None)
        page.on("pageerror", lambda error: wrong.append(_told(error)))
        return page

    yield one
    for context in contexts:
        context.close()
    assert wrong == []


def _is_wrong(message: ConsoleMessage) -> bool:
    """Errors and warnings, but for requests that fail because the server is away or refuses."""
    return message.type in ("error", "warning") and not any(
        usual in message.text for usual in ("ERR_CONNECTION", "WebSocket connection to", "status of 4")
    )


def _told(error: Error) -> str:
    return f"{error.name}: {error.message}\n{error.stack}"


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page, where CERTAMEN_SHOTS names a folder."""
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=str(Path(SHOTS, f"{name}.png")), animations="disabled")
