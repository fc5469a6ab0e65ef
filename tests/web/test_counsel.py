"""Odds and advice over HTTP: of what is asked now, dropped when what the seat sees has changed, and only then."""

import time
from concurrent.futures import ThreadPoolExecutor

from certamen.files.examples import examples
from tests.web.serving import Browser, Server

UNSEEN = {"do": "act", "actor": "gm", "verb": "mark", "values": {"name": "nobody-sees"}}


def test_before_the_first_dice_of_people_nothing_is_to_be_weighed(host: Browser, duel: str) -> None:
    table = host.open_table(duel, dice="hand")["table"]
    for path in ("odds?words=attack", "advise"):
        answer = host.get(f"/api/tables/{table}/{path}")
        assert answer.status_code == 422
        assert answer.json()["error"]["reason"] == "nothing is asked now that could be weighed"


def test_what_a_player_does_not_see_drops_no_answer_of_his(server: Server, host: Browser) -> None:
    """The game master does something in secret while it is worked out: the player gets it none the less."""
    table = host.open_table((examples() / "starcluster" / "depot.yaml").read_text())["table"]
    who = host.ok("GET", f"/api/tables/{table}/snapshot")["view"]["asked"][0]["who"]
    link = host.do(table, {"do": "invite", "kind": "player", "name": "P", "characters": [who]})["result"]
    with server.browser() as player, ThreadPoolExecutor(1) as aside:
        player.join(table, link["token"])
        player.ok("GET", f"/api/tables/{table}/snapshot")
        advice = aside.submit(player.get, f"/api/tables/{table}/advise", params={"who": who})
        while not advice.done():
            assert host.do(table, UNSEEN)["done"]
            time.sleep(0.1)  # no more commands than one seat may send
        assert advice.result().status_code == 200, advice.result().text
