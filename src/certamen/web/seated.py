"""Who may use a route, as what it asks for: `sat: AtTable`, `AsGm` or `AsOwner`. Nothing else decides it."""

from typing import Annotated

from fastapi import Depends, Path, Request

from certamen.web.errors import Refused
from certamen.web.house import InHouse
from certamen.web.sessions import Sitting

TableId = Annotated[str, Path(max_length=64, description="The table's id.")]


async def _at_table(house: InHouse, request: Request, table: TableId) -> Sitting:
    return await house.sessions.sitting(request, table)


AtTable = Annotated[Sitting, Depends(_at_table)]


def _as_gm(sat: AtTable) -> Sitting:
    if not sat.gm:
        raise Refused(403, "only the game master may do this")
    return sat


def _as_owner(sat: AtTable) -> Sitting:
    if not sat.owner:
        raise Refused(403, "only the owner of the table may do this")
    return sat


AsGm = Annotated[Sitting, Depends(_as_gm)]
AsOwner = Annotated[Sitting, Depends(_as_owner)]
