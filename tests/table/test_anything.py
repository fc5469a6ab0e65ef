"""Whatever a seat sends, the table answers; and what it refuses changes nothing."""

import os
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import inspect

from certamen.kernel.state import state_hash
from certamen.table.protocol import Command, Deed, Pause
from certamen.table.table import Table
from tests.conformance.examples import ENCOUNTERS, encounter, name
from tests.table.games import NOW, OWNER, Game

COMMANDS = 2_000 if os.environ.get("CERTAMEN_SOAK") else 150
DEEDS = get_args(Deed)
ODD = ("", "x" * 3000, "\ud800", "\u202e", "a\nb", "0", "gm", "all", "table", "*", "'", '"', "a: b", "x=y", "-1", "1e9")


def anything(info: inspect.Type, pool: list[str], rng: random.Random) -> Any:
    """A value of a type, from words that are known here and such as nobody expects."""
    match info:
        case inspect.StructType():
            return info.cls(**{field.name: anything(field.type, pool, rng) for field in info.fields})
        case inspect.UnionType():
            return anything(rng.choice(info.types), pool, rng)
        case inspect.LiteralType():
            return rng.choice(info.values)
        case inspect.VarTupleType():
            return tuple(anything(info.item_type, pool, rng) for _ in range(rng.choice([0, 1, 1, 2, 5])))
        case inspect.DictType():
            keys = [anything(info.key_type, pool, rng) for _ in range(rng.choice([0, 1, 2, 3]))]
            return {key: anything(info.value_type, pool, rng) for key in keys}
        case inspect.IntType():
            return rng.choice([0, 1, 2, 7, 30, -1, 10**6, 2**31, 2**64, -(2**70)])
        case inspect.BoolType():
            return rng.random() < 0.5
        case inspect.NoneType():
            return None
    return rng.choice(pool) if rng.random() < 0.8 else rng.choice(ODD)


def words_of(game: Game) -> list[str]:
    """What is known here: ids, verbs, fields, options."""
    pool = [*game.contest.state.participants, *(seat.id for seat in game.table.seats), "plain", "2d6", "keep"]
    for request in game.contest.requests:
        pool.append(request.id)
        for offer in game.contest.offers(request)[:20]:
            pool += [offer.verb, *(field.name for field in offer.fields)]
            pool += [one.id for field in offer.fields for one in getattr(field, "options", ())[:5]]
    pool += [offer.verb for offer in game.contest.unasked("gm")]
    return pool


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_anything_is_answered_and_what_is_refused_changes_nothing(path: Path) -> None:
    rng = random.Random(path.stem)
    game = Game(encounter(path))
    seats = [OWNER, game.invite("player", game.encounter.participants[0].id), game.invite("gm"), game.invite("screen")]
    done = 0
    for k in range(COMMANDS):
        pool, seat, kind = words_of(game), rng.choice(seats), rng.choice(DEEDS)
        deed = anything(inspect.type_info(kind), pool, rng)
        before = state_hash(game.contest.state), len(game.records), {one: len(game.heard[one]) for one in seats}
        answer = game.table.submit(seat, Command(f"any-{k}", deed), game.now)
        assert msgspec.json.encode(answer)
        game.collect()
        if answer.done:
            done += 1
        else:
            assert answer.reason
            after = state_hash(game.contest.state), len(game.records), {one: len(game.heard[one]) for one in seats}
            assert after == before, (seat, deed)
        if k % 10 == 0:
            game.done(OWNER, Pause(False))
            game.step(rng)
    assert done > 0
    again = Table.restore(game.stored(), NOW)
    assert again.contest is not None
    assert state_hash(again.contest.state) == state_hash(game.contest.state)
