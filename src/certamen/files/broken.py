"""What is wrong with a text that is no YAML, in words that help who wrote it."""

import yaml

INDENT = "the same indentation as the lines it belongs to"

# what the parser says, what it means, what was expected, whether the place that helps is where the thing began
WORDS = (
    (
        "mapping values are not allowed",
        "a colon where no key can stand",
        f"{INDENT}; quotes around a text with a colon",
    ),
    ("did not find expected key", "a key must stand here", f"{INDENT}; a quote within quotes is doubled ('')"),
    ("expected '-' indicator", "an item of a list must stand here", "a - as in the lines above"),
    ("expected ',' or", "a comma or a closing bracket is missing before this", ", between items, } or ] at the end"),
    ("block sequence entries", "a list cannot begin here", "each - on a line of its own"),
    (
        "expected <document start>",
        "more than belongs to the whole",
        "a key on each line, or one pair of brackets",
    ),
    ("expected node content", "a value is missing before this", "a value, or nothing and no comma"),
    ("unknown escape character", "\\ before a character that it cannot precede", "single quotes, or \\\\"),
    ("maximum nesting depth", "nested too deep", "at most 32 levels"),
)
BEGUN = (
    ("unexpected end of stream", "a quote is not closed", "a quote at the end of the text too"),
    ("could not find expected ':'", "a key without a colon", "a colon and a space between key and value"),
)


def in_words(error: yaml.MarkedYAMLError, text: str) -> tuple[str, int, int, str]:
    """(message, line, column, what was expected) of what the parser found."""
    said = str(error.problem or error.context or "")
    mark = error.problem_mark or error.context_mark
    found = next((words for words in WORDS if words[0] in said), None)
    begun = next((words for words in BEGUN if words[0] in said), None)
    if begun is not None:
        mark = error.context_mark or mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    letter = _letter(text, line, column)
    if letter == "\t":
        return "a tab", line, column, "spaces to indent"
    if "cannot start any token" in said:
        return f"a value cannot begin with {letter}", line, column, "quotes around it"
    _, message, expected = begun or found or ("", f"this is not YAML: {said}", "")
    if "closing bracket" in message and error.context_mark:
        message = f"{message} (it opened in line {error.context_mark.line + 1})"
    return message, line, column, expected


def _letter(text: str, line: int, column: int) -> str:
    lines = text.splitlines()
    return lines[line - 1][column - 1 : column] if 0 < line <= len(lines) else ""
