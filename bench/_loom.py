"""The attack of the push bench in loom-engine-rpg's own terms: the same modifiers, dice, wound and figures."""

from typing import Any

import loom_engine

LOOM: Any = loom_engine  # it has no types
Node = dict[str, Any]  # loom's rules are JSON


def _figure(who: str, name: str) -> Node:
    return {"type": "prop_ref", "target": who, "property": name}


def _sum(*terms: Node) -> Node:
    total = terms[0]
    for term in terms[1:]:
        total = {"type": "math", "op": "add", "left": total, "right": term}
    return total


def _dice(dice: str) -> Node:
    return {"type": "dice", "equation": dice}


def _change(how: str, who: str, name: str, value: Node) -> Node:
    return {"type": f"{how}_prop", "target": who, "property": name, "value": value}


def _number(value: int) -> Node:
    return {"type": "literal", "value": value}


def _compare(op: str, name: str, right: Node) -> Node:
    return {
        "type": "compare",
        "op": op,
        "left": {"source": "prop", "target": "target", "property": name},
        "right": right,
    }


SHIFTS = (_figure("actor", "trade"), _figure("actor", "hindered"))
TARGET_NUMBER = _sum(
    _figure("actor", "gun"),
    _figure("actor", "range"),
    _figure("target", "armour"),
    _figure("target", "cover"),
    _figure("actor", "lighting"),
    _figure("actor", "shift_chance"),
    *SHIFTS,
)
QUALITY = _sum(_dice("1d100"), _figure("actor", "revolver"), _figure("actor", "shift_quality"), *SHIFTS)
SPENT = _change("sub", "actor", "chances", _number(1))
FIRST_WOUND = {
    "type": "if",
    "condition": {
        "type": "and",
        "conditions": [
            _compare("lt", "constitution", {"source": "prop", "target": "target", "property": "hindered_below"}),
            _compare("eq", "delayed", {"source": "literal", "value": 0}),
        ],
    },
    "then": [
        _change("set", "target", "delayed", _number(1)),
        _change("add", "target", "initiative", _number(20)),
        {"type": "add_tag", "target": "target", "tag": "hindered"},
    ],
}
SAME_ATTACK = {
    "type": "check",
    "roll": TARGET_NUMBER,
    "dc": _dice("1d100"),
    "degrees": {
        "success": {
            "condition": {"type": "delta_gte", "value": 1},
            "mutations": [SPENT, _change("sub", "target", "constitution", QUALITY), FIRST_WOUND],
        },
        "failure": {"condition": {"type": "delta_lte", "value": 0}, "mutations": [SPENT]},
    },
}
"""A roll under the target number; a success takes its quality off Constitution, and hinders below three quarters."""

OWN_ATTACK = LOOM.build_weapon_attack_check({"modProp": "str_mod", "damageDice": "1d8", "addModToDamage": True})
"""loom's ready-made d20 attack."""


def _fighter(constitution: int) -> Node:
    usual = {"gun": 65, "lighting": -5, "revolver": 15, "initiative": 40, "chances": 1}
    zeros = ("range", "armour", "cover", "shift_chance", "shift_quality", "trade", "hindered", "delayed")
    wounds = {"constitution": constitution, "hindered_below": constitution * 3 // 4}
    return {"properties": {**usual, **dict.fromkeys(zeros, 0), **wounds}, "tags": []}


SAME_STATE = {"entities": {"jack": _fighter(400), "thug": _fighter(360)}}
OWN_STATE = {
    "entities": {
        "jack": {"properties": {"str_mod": 3, "ac": 14, "hp": 40}, "tags": []},
        "thug": {"properties": {"str_mod": 3, "ac": 14, "hp": 36}, "tags": []},
    }
}
SAME_CONTEXT, OWN_CONTEXT = (
    LOOM.make_context(SAME_STATE, "jack", 1, "thug"),
    LOOM.make_context(OWN_STATE, "jack", 1, "thug"),
)


def same_attack() -> Node:
    """The attack as StarCluster has it; gives the new state and what changed."""
    done: Node = LOOM.evaluate_action(SAME_STATE, SAME_ATTACK, SAME_CONTEXT)
    return done


def own_attack() -> Node:
    """The attack loom comes with: one die, one modifier, hit points."""
    done: Node = LOOM.evaluate_action(OWN_STATE, OWN_ATTACK, OWN_CONTEXT)
    return done
