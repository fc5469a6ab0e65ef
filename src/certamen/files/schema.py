"""The JSON Schema of encounter files, for people's editors."""

from typing import Any

from certamen.files.models import EncounterFile
from certamen.files.typed import adapter
from certamen.kernel.rule import Ruling
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import names


def schema(ruleset: Ruleset | None) -> dict[str, Any]:
    """The schema of an encounter of a ruleset, with its sheets, scene and rulings; of any ruleset when None."""
    whole = adapter(EncounterFile).json_schema()
    whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    definitions = whole["$defs"]
    if ruleset is None:
        whole["properties"]["ruleset"]["enum"] = list(names())
        return whole
    whole["title"] = f"An encounter of {ruleset.title}"
    whole["properties"]["ruleset"] = {"const": ruleset.name, "description": "The rule system."}
    whole["properties"]["scene"] = _into(definitions, ruleset.scene, "Scene")
    participant = definitions["ParticipantFile"]["properties"]
    participant["sheet"] = _into(definitions, ruleset.sheet, "Sheet")
    whole["properties"]["rulings"] = {
        "type": "object",
        "additionalProperties": False,
        "properties": {ruling.name: _ruling(ruling) for ruling in ruleset.rulings},
    }
    return whole


def _into(definitions: dict[str, Any], kind: type, name: str) -> dict[str, str]:
    """Put a type's schema among the definitions; gives the reference to it."""
    one = adapter(kind).json_schema()
    definitions.update(one.pop("$defs", {}))
    definitions[name] = one
    return {"$ref": f"#/$defs/{name}"}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    choices: list[dict[str, Any]] = [{"const": value, "description": meaning} for value, meaning in ruling.choices]
    if ruling.bounds is not None:
        choices.append({"type": "integer", "minimum": ruling.bounds[0], "maximum": ruling.bounds[1]})
    one: dict[str, Any] = {"description": ruling.why, "default": ruling.default, "oneOf": choices}
    if ruling.per:
        one["oneOf"] = [*choices, {"type": "object", "description": f"by {ruling.per}"}]
    return one
