"""Attacks as checks: with what, against whose DC, from which figures, with what advantage (SLG-15 to SLG-23)."""

from typing import cast

from certamen.kernel.audience import NOBODY, Audience, vital
from certamen.kernel.event import Part
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import base_dc, dc_edges, flat_footed, suffers
from certamen.rulesets.starslinger.modifiers import Reason, Row, terms
from certamen.rulesets.starslinger.places import ally_beside, hostile_close, sees
from certamen.rulesets.starslinger.sheet import BARE, BARE_SKILLS, UNARMED, SaveName, Weapon
from certamen.rulesets.starslinger.state import Check, SceneState, Slinger, Terms, find_carried

UNSEEING: Reason = ("the target does not see the attacker", "SLG-22")
UNSEEN: Reason = ("the target is unseen", "SLG-22")
ALLY: Reason = ("an ally is in the target's melee", "SLG-23")
HOSTILE: Reason = ("a hostile is close by", "SLG-23")

_SAVES = {nature.name.lower(): (cast(SaveName, m.save_against(nature).name.lower()),) for nature in m.Nature}
_BARE_NAMES = frozenset(weapon.name for weapon in BARE)


def is_bare(weapon: Weapon) -> bool:
    """Whether a weapon is one of those everyone has, used with a skill of one's choice (SLG-18)."""
    return weapon.name in _BARE_NAMES


def best_bare(one: Slinger) -> str:
    """The best of his skills for bare hands (SLG-18)."""
    return max(BARE_SKILLS, key=lambda skill: one.sheet.skills.get(skill, 0))


def at_hand(one: Slinger) -> tuple[Weapon, ...]:
    """What he can attack with now: what he holds, powers and claws, bare hands; jammed weapons too."""
    return (*[item.weapon for item in one.carried if item.held or not item.weapon.hands], *BARE)


def is_jammed(one: Slinger, weapon: Weapon) -> bool:
    """Whether his weapon is jammed (SLG-14)."""
    item = find_carried(one, weapon.name)
    return item is not None and item.jammed


# --- whose DC: SLG-12, SLG-15 ----------------------------------------------------------------------------------


def saves_of(weapon: Weapon) -> tuple[SaveName, ...]:
    """Whose DC or DCs a weapon goes against (SLG-15)."""
    return weapon.versus or _SAVES[weapon.nature]


def attack_dc(state: SceneState, whom: str, weapon: Weapon) -> int:
    """The DC an attack on `whom` must reach (SLG-15)."""
    saves = saves_of(weapon)
    one, other = base_dc(state, whom, saves[0]), base_dc(state, whom, saves[-1])
    return m.edged_dc(m.targeted_dc(one, other, flat_footed(state, whom)), dc_edges(state, whom))


def dc_source(saves: tuple[SaveName, ...]) -> str:
    """Where the DC comes from: the save it is, or the rule that says which of two."""
    return f"{saves[0]} DC" if len(saves) == 1 else "SLG-15"


def dc_rows(state: SceneState, whom: str, saves: tuple[SaveName, ...], to: Audience) -> tuple[Part, ...]:
    """The rows of a DC that names two saves or has edges on it: those of the sheet, then what the edges add."""
    edges = dc_edges(state, whom)
    if len(saves) < 2 and not edges:
        return ()
    figures = sorted(((base_dc(state, whom, save), save) for save in saves), reverse=flat_footed(state, whom))
    rows = [Part(f"{save} DC", figure, "sheet", "note", to=to) for figure, save in figures]
    if edges:
        rows.append(Part("edges on DCs", m.edge_on_dc(edges), "SLG-12", to=to))
    return tuple(rows)


# --- an attack about to be rolled ------------------------------------------------------------------------------


def attack_check(
    state: SceneState,
    who: str,
    whom: str,
    weapon: Weapon,
    skill: str,
    *,
    reaction: bool = False,
    halved: bool = False,
    then: tuple[str, str] = ("", ""),
) -> Check:
    """An attack on one whom `who` knows of."""
    helped = () if sees(state, whom, who) else (UNSEEING,)
    hindered = () if sees(state, who, whom) else (UNSEEN,)
    if weapon.range:
        hindered = (*hindered, *_hindrances(state, who, ally_beside(state, who, whom)))
    return Check(
        kind="attack",
        actor=who,
        target=whom,
        subject=weapon.name,
        skill=skill,
        dc=attack_dc(state, whom, weapon),
        dc_source=dc_source(saves_of(weapon)),
        dc_parts=dc_rows(state, whom, saves_of(weapon), vital(state, whom)),
        terms=_terms(state, who, weapon, skill, helped, hindered, reaction),
        reaction=reaction,
        halved=halved,
        then=then,
    )


def guess_check(state: SceneState, who: str, weapon: Weapon, spot: str) -> Check:
    """An attack at a guess: at whoever is hidden at the spot, a sure miss where nobody is (SLG-22).

    What it is rolled with is the same in either case, so that it tells nothing.
    """
    me = state.participants[who]
    there = [
        one.id
        for one in state.participants.values()
        if one.side != me.side and one.status == "in" and one.at == spot and one.hidden and who not in one.known_to
    ]
    helped = (UNSEEING,) if me.hidden or suffers(state, who, "unseen") else ()
    hindered = (UNSEEN, *_hindrances(state, who, ally=False))
    return Check(
        kind="attack",
        actor=who,
        target=there[0] if there else "",
        subject=weapon.name,
        way=spot,
        skill=weapon.skill,
        dc=attack_dc(state, there[0], weapon) if there else state.scene.default_dc,
        dc_parts=dc_rows(state, there[0], saves_of(weapon), NOBODY) if there else (),
        terms=_terms(state, who, weapon, weapon.skill, helped, hindered, False),
        unseen=True,
        missing=m.sure_miss(False, bool(there)),
    )


def _terms(
    state: SceneState,
    who: str,
    weapon: Weapon,
    skill: str,
    helped: tuple[Reason, ...],
    hindered: tuple[Reason, ...],
    reaction: bool,
) -> Terms:
    source = "SLG-18" if weapon.name == UNARMED else weapon.name
    base: tuple[Row, ...] = (("accuracy", weapon.accuracy, source),) if weapon.accuracy else ()
    return terms(state, who, skill, base=base, helped=helped, hindered=hindered, reaction=reaction)


def _hindrances(state: SceneState, who: str, ally: bool) -> tuple[Reason, ...]:
    """Why a shot has disadvantage (SLG-23)."""
    near = hostile_close(state, who)
    if not m.ranged_hindered(True, ally, near):
        return ()
    return ((ALLY,) if ally else ()) + ((HOSTILE,) if near else ())
