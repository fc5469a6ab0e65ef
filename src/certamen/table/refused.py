"""Why a command was not done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from certamen.kernel.errors import CertamenError

if TYPE_CHECKING:
    from certamen.kernel.contest import Contest
    from certamen.table.table import Table


class Refused(CertamenError):
    """Something a seat may not do, or not now; nothing changed. `result` goes with the answer."""

    def __init__(self, reason: str, rule: str = "", result: Mapping[str, Any] | None = None) -> None:
        self.reason = reason
        self.rule = rule
        self.result = dict(result or {})
        super().__init__(reason)


def playing(table: Table) -> Contest:
    """The contest. Raises Refused where it can only be read."""
    if table.contest is None:
        raise Refused(table.reading)
    return table.contest
