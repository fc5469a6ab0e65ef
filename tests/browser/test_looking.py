"""Pages beside the table: the thread tells who has posted; Replay shows what can be read of a table of older rules."""

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from certamen.table.archive import export
from tests.browser.conftest import Come, shot
from tests.browser.house import House
from tests.browser.people import GameMaster
from tests.table.test_archive import retold


def test_the_thread_tells_who_has_posted(come: Come, house: House) -> None:
    """Nobody has before the game master opens the scene, nor those who come after the others in a round."""
    gm = GameMaster(come())
    gm.open(house.url, Path("examples/starslinger/vault.yaml").read_text(encoding="utf-8"))
    gm.page.goto(f"{house.url}/t/{gm.table}/thread")
    expect(gm.page.get_by_text("The game master’s post opens the scene.")).to_be_visible()
    assert posted(gm.page, "Still to post", "Have posted", 4) == ["nobody yet"]
    gm.press(re.compile("^Default: post"))
    expect(gm.page.get_by_text("The game master is awaited.")).to_be_visible()
    assert posted(gm.page, "Still to post", "Have posted", 4) == ["nobody yet"]
    gm.press(re.compile("^Default: end"))
    assert posted(gm.page, "Have posted", "Have posted", 1) == ["Kess Arden"]
    shot(gm.page, "thread-posted")


def posted(page: Page, counted: str, told: str, many: int) -> list[str]:
    """Who is told under a heading, once so many are under another."""
    expect(under(page, counted)).to_have_count(many)
    return [text.strip().removesuffix("✓").strip() for text in under(page, told).all_inner_texts()]


def under(page: Page, heading: str) -> Locator:
    """Who stands there."""
    return page.locator("dl > div").filter(has_text=heading).locator("dd > span")


def test_replay_of_a_table_of_older_rules(come: Come, house: House, tmp_path: Path) -> None:
    """Its steps cannot be played again, and the page says why; its log is there."""
    file = tmp_path / "older.json"
    file.write_bytes(export(retold(0, version="0")))
    page = come()
    page.goto(house.url)
    page.locator("input[type=file]").last.set_input_files(file)
    page.wait_for_url(re.compile("/t/"))
    expect(page.get_by_role("button", name="Go on under the present rules")).to_be_visible()
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("status").filter(has_text="cannot be played again: kept under")).to_be_visible()
    expect(page.get_by_role("region", name="The log").get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=re.compile("."))).to_have_count(0)
    shot(page, "replay-older")
