"""Why a command was not done."""

from collections.abc import Mapping
from typing import Any

from certamen.kernel.errors import CertamenError


class Refused(CertamenError):
    """Something a seat may not do, or not now; nothing changed. `result` goes with the answer."""

    def __init__(self, reason: str, rule: str = "", result: Mapping[str, Any] | None = None) -> None:
        self.reason = reason
        self.rule = rule
        self.result = dict(result or {})
        super().__init__(reason)
