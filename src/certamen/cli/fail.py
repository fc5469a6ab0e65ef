"""What a person is told when something is refused."""

import sys


def refused(error: Exception) -> str | None:
    """The message of a refusal, or None for a fault of the program itself."""
    from certamen.dice import DiceError

    if isinstance(error, DiceError):
        return str(error)
    errors = sys.modules.get("certamen.kernel.errors")
    if errors is not None and isinstance(error, errors.CertamenError) and not isinstance(error, errors.RulesetError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'output'}: {error.strerror}"
    return None
