"""The kernel's error classes: one for each kind of failure."""

from certamen.kernel.action import Refusal


class CertamenError(Exception):
    """Anything Certamen refuses or cannot do; the text is one plain sentence for people."""


class IllegalAction(CertamenError):
    """An action the rules refuse; nothing changed. `refusal` holds the reason and the rule id."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(f"{refusal.reason} ({refusal.rule})" if refusal.rule else refusal.reason)


class NothingToUndo(CertamenError):
    """There is no act to take back, or none to do again."""


class JournalError(CertamenError):
    """A journal that cannot be read, or that does not replay to what it records."""


class EncounterError(CertamenError):
    """An encounter that cannot be started."""


class RulesetError(CertamenError):
    """A ruleset broke its contract: a fault of the program, never of the person at the table."""
