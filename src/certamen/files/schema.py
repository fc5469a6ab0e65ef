"""The JSON Schema of encounters and scenarios, for people's editors."""

from typing import Any

from certamen.files.models import ScenarioFile
from certamen.files.typed import adapter
from certamen.kernel.rule import Ruling
from certamen.kernel.ruleset import Ruleset
from certamen.rulesets import names

STEP: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["as", "do"],
    "properties": {
        "as": {"type": "string", "description": "Who acts: an id, or gm for the game master."},
        "do": {"type": "string", "description": "The verb of the act."},
        "with": {
            "description": "What the act needs, by name.",
            "type": "object",
            "additionalProperties": {"type": ["string", "integer", "array"], "items": {"type": "string"}},
        },
        "text": {"type": "string", "description": "What the player says he does."},
        "dice": {"type": "array", "items": {"type": ["integer", "string"]}, "description": "The dice that fall."},
        "expect": {"type": "object", "description": "What must be true then, by path."},
        "refused": {"type": "string", "description": "That it is refused, by this rule or with these words."},
    },
}


def schema(ruleset: Ruleset | None) -> dict[str, Any]:
    """The schema of an encounter or scenario of a ruleset, with its sheets, scene and rulings; of any when None."""
    whole = adapter(ScenarioFile).json_schema()
    whole["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    whole["title"] = "An encounter or a scenario"
    whole["required"] = ["certamen", "ruleset"]
    whole["anyOf"] = [{"required": ["participants"]}, {"required": ["include"]}]
    properties, definitions = whole["properties"], whole["$defs"]
    properties["steps"]["items"] = STEP
    participant = definitions["ParticipantFile"]
    participant["required"] = ["id"]
    participant["if"] = {"required": ["like"]}
    participant["else"] = {"required": ["side"]}
    if ruleset is None:
        properties["ruleset"]["enum"] = list(names())
        return whole
    whole["title"] = f"An encounter or a scenario of {ruleset.title}"
    properties["ruleset"] = {"const": ruleset.name, "description": "The rule system."}
    properties["scene"] = _into(definitions, ruleset.scene, "Scene")
    _give_sheet(participant, _into(definitions, ruleset.sheet, "Sheet"), definitions["Sheet"])
    properties["rulings"] = {
        "type": "object",
        "description": "The table's own rulings.",
        "additionalProperties": False,
        "properties": {ruling.name: _ruling(ruling) for ruling in ruleset.rulings},
        "patternProperties": {rf"^{ruling.name}\.": {} for ruling in ruleset.rulings if ruling.per},
    }
    return whole


def _give_sheet(participant: dict[str, Any], reference: dict[str, str], sheet: dict[str, Any]) -> None:
    """A participant's whole sheet; one who is like another gives only what differs."""
    participant["else"] = {"required": ["side"], "properties": {"sheet": reference}}
    participant["properties"]["seems"] = {**reference, "description": participant["properties"]["seems"]["description"]}
    if sheet.get("required"):
        participant["else"]["required"].append("sheet")


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
        by = {"type": "object", "description": f"by {ruling.per}", "additionalProperties": {"oneOf": choices}}
        one["oneOf"] = [*choices, by]
    return one
