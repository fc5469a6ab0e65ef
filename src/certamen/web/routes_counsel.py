"""Odds and advice as the seat may know them, and for the game master the pages to prepare by."""

import asyncio
from collections.abc import Callable
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.view import Seat as Knows
from certamen.odds.asking import QuestionError, find_question, read_value
from certamen.table import counsel
from certamen.table.counsel import Counsel
from certamen.table.counselled import (
    LEAST_TRIALS,
    MOST_TRIALS,
    ActAnswer,
    Answer,
    ChoiceAnswer,
    Duel,
    Fight,
    Odds,
    Page,
)
from certamen.table.counselled import Question as Asked
from certamen.table.table import Table
from certamen.web import bodies
from certamen.web.errors import Refused, answer
from certamen.web.house import House, InHouse
from certamen.web.schemas import gives
from certamen.web.seated import AsGm, AtTable
from certamen.web.sessions import Sitting

router = APIRouter(prefix="/api/tables/{table}", tags=["counsel"])
Words = Annotated[str, Query(max_length=2_000)]
Trials = Annotated[int, Query(ge=LEAST_TRIALS, le=MOST_TRIALS)]
MOST_KEYS = 60


def always() -> bool:
    """Whatever happens, the answer is still wanted."""
    return True


async def _counselled(one: Counsel, sat: Sitting, question: Asked, wanted: Callable[[], bool] = always) -> Response:
    """The answer of counsel, for a seat; it is dropped when it is wanted no more."""
    asked: asyncio.Future[Answer] = asyncio.wrap_future(one.ask(f"{sat.table}/{sat.id}", question, wanted))
    return answer(await asked)


async def _weighed(house: House, sat: Sitting, ask: Callable[[Contest, Knows], Asked]) -> Response:
    """The answer to a question about the contest as it is now, while the seat sees it so.

    What the seat sees decides, and nothing else: an answer that is dropped must not tell of what is hidden from it.
    """

    def look(table: Table) -> tuple[Asked, Callable[[], bool]]:
        contest, seat = table.contest, table.seat(sat.id)
        if contest is None or seat is None:
            raise counsel.NoCounsel("nothing is asked now that could be weighed")
        reader = table.reader(seat.knows)
        view = reader.view
        return ask(contest, seat.knows), lambda: reader.view is view

    return await _counselled(house.counsel, sat, *await house.host.read(sat.table, look))


@router.get("/odds", summary="The odds of an act", openapi_extra=gives(ActAnswer))
async def odds(house: InHouse, sat: AtTable, words: Words, request: bodies.Short = "") -> Response:
    """Of an act in words in answer to a request (the seat's first where none is named), as this seat may know them."""

    def ask(contest: Contest, seat: Knows) -> Asked:
        return counsel.act(contest, seat, request, words)

    return await _weighed(house, sat, ask)


@router.get("/advise", summary="What each choice is worth", openapi_extra=gives(ChoiceAnswer))
async def advise(house: InHouse, sat: AtTable, who: bodies.Short = "") -> Response:
    """To one the seat decides for (the first where none is named), from what he may know."""

    def ask(contest: Contest, seat: Knows) -> Asked:
        return counsel.choice(contest, seat, who)

    return await _weighed(house, sat, ask)


async def _encounter(house: House, sat: Sitting) -> Encounter:
    found = await house.host.read(sat.table, lambda table: table.contest.encounter if table.contest else None)
    if found is None:
        raise Refused(409, "this table can only be read")
    return found


@router.get("/prepare/odds", summary="The odds of a check", openapi_extra=gives(Page))
async def prepare_odds(house: InHouse, sat: AsGm, request: Request, query: bodies.Short = "") -> Response:
    """One of the ruleset's questions; its keys are given as further parameters."""
    ruleset = (await _encounter(house, sat)).ruleset
    asked = find_question(ruleset, query)
    given = [(name, value) for name, value in request.query_params.multi_items() if name != "query"]
    if len(given) > MOST_KEYS:
        raise QuestionError(f"more than {MOST_KEYS} keys")
    keys = {key.name: key for key in asked.keys}
    values = {name: read_value(keys[name], value) if name in keys else value for name, value in given if value != ""}
    return await _counselled(house.preparing, sat, Odds(ruleset=ruleset, query=asked.name, values=values))


@router.get("/prepare/duel", summary="One against one, exactly", openapi_extra=gives(Page))
async def prepare_duel(house: InHouse, sat: AsGm) -> Response:
    """The encounter from its start, solved; an estimate, and why, where it cannot be."""
    return await _counselled(house.preparing, sat, Duel(encounter=await _encounter(house, sat)))


@router.get("/prepare/balance", summary="How the fight goes", openapi_extra=gives(Page))
async def prepare_balance(house: InHouse, sat: AsGm, trials: Trials = 500, levers: bool = False) -> Response:
    """The encounter from its start, played many times over: who wins, how long it takes.

    levers: also which figures matter most, which takes longer.
    """
    fight = Fight(encounter=await _encounter(house, sat), trials=trials, levers=levers)
    return await _counselled(house.preparing, sat, fight)
