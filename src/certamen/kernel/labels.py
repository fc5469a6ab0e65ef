"""Names of several words, found among a person's words: "attack depot guard 1"."""

from collections.abc import Collection, Iterable, Sequence

from certamen.kernel.action import Choice, Field, Places


def labels_of(fields: Iterable[Field]) -> frozenset[str]:
    """The names of more than one word among the options of these fields, labels and ids, in lower case."""
    options = (option for field in fields if isinstance(field, Choice | Places) for option in field.options)
    return frozenset(name.lower() for option in options for name in (option.id, option.label) if " " in name)


def joined(words: Sequence[str], labels: Collection[str]) -> list[str]:
    """The words, with each run of them that is one of the labels as one; the longest first.

    >>> joined(["the", "Depot", "guard", "1", "club"], ["depot guard", "depot guard 1"])
    ['the', 'Depot guard 1', 'club']
    """
    most = max((label.count(" ") + 1 for label in labels), default=0)
    found: list[str] = []
    rest = list(words)
    while rest:
        runs = (" ".join(rest[:n]) for n in range(min(most, len(rest)), 1, -1))
        run = next((run for run in runs if run.lower() in labels), rest[0])
        found.append(run)
        del rest[: run.count(" ") + 1 if run is not rest[0] else 1]
    return found
