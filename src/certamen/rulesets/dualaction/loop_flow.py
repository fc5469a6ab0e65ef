"""How a fight goes on in the loop: initiative, rounds and turns, one decision, its end."""

from certamen.kernel.loop import Did, Tray, World
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.loop_acts import attack, confirm, move, other_deed
from certamen.rulesets.dualaction.loop_sight import look
from certamen.rulesets.dualaction.loop_tables import NOBODY
from certamen.rulesets.dualaction.loop_ways import fights, stir, way_left
from certamen.rulesets.dualaction.policies import ATTACK, DEFAULT, MOVE, clever, plain
from certamen.rulesets.dualaction.sight import ACT, CONFIRM

PLAIN = 0


def begin(world: World, dice: Tray) -> None:
    """Initiative is thrown, the first turn asked for (DUA-1, DUA-3)."""
    stir(world)
    throw_initiative(world, dice)
    begin_round(world)
    settle(world)


def throw_initiative(world: World, dice: Tray) -> None:
    """Everyone throws, ties throw again, and the order is made (DUA-3, DUA-4)."""
    rules, many = world.desk_rules[0], len(world.people)
    for i in range(many):
        world.people[i].initiative = m.initiative(rules.die, dice.of(i))
    rolls = [world.people[i].initiative for i in range(many)]
    places = [m.place(rolls, i) for i in range(many)]
    while shared(places):
        rolls = [m.tie_break(rules.die, dice.of(i)) if m.tied(places, i) else 0 for i in range(many)]
        places = [m.place_after_tie(places, rolls, i, rules.ascending == 1) for i in range(many)]
    for i in range(many):
        world.order[places[i]].who = i


def shared(places: list[int]) -> bool:
    """Whether any two share a place in the order."""
    sharing = 0
    for i in range(len(places)):
        sharing += 1 if m.tied(places, i) else 0
    return sharing > 0


def begin_round(world: World) -> None:
    """The next round, and its first turn; the old order holds (DUA-9)."""
    scene = world.scene[0]
    scene.round += 1
    scene.turn = NOBODY
    next_turn(world)


def next_turn(world: World) -> None:
    """The turn going on ends, and the next begins, its actions unspent; after the last a round."""
    scene = world.scene[0]
    while True:
        scene.turn += 1
        if scene.turn >= len(world.order):
            scene.round += 1
            scene.turn = 0
        who = world.order[scene.turn].who
        if fights(world, who):
            break
    one = world.people[who]
    one.spent, one.moved, one.allowance = m.FREE, 0, 0
    scene.asked, scene.kind = who, ACT


def settle(world: World) -> None:
    """Whether it is decided: no two sides have anyone left in the combat (DUA-1)."""
    many, scene = len(world.people), world.scene[0]
    sides = [world.people[i].side for i in range(many)]
    fighting = [fights(world, i) for i in range(many)]
    if not m.resolved(sides, fighting):
        return
    scene.ended, scene.asked, scene.kind = 1, NOBODY, ACT
    for i in range(many):
        if fighting[i]:
            scene.winner = sides[i]
            break


def act(world: World, dice: Tray, minds: tuple[int, ...]) -> Did:
    """The next decision and all that follows until someone is asked again."""
    scene = world.scene[0]
    who = scene.asked
    if scene.ended or who < 0:
        return Did(NOBODY, 0, NOBODY, 0)
    did = decide(world, who, minds[who], dice)
    settle(world)
    if not scene.ended and scene.kind == ACT:
        go_on(world, who, did.verb == DEFAULT)
    return did


def decide(world: World, who: int, mind: int, dice: Tray) -> Did:
    """What the policy of the one who is asked chooses, carried out."""
    sight = look(world, who)
    code, a, b, c = plain(sight, dice.policy(who)) if mind == PLAIN else clever(sight, dice.policy(who))
    if world.scene[0].kind == CONFIRM:
        return confirm(world, who, dice.of(who))
    one = world.people[who]
    if code == ATTACK:
        arm = one.arms_from + b if b >= 0 else one.arms_to - 1
        return attack(world, who, a, arm, c, dice.of(who))
    if code == MOVE:
        return move(world, who, a, b)
    return other_deed(world, who, code, a, dice.of(who))


def go_on(world: World, who: int, ended: bool) -> None:
    """The same one goes on while he can still do something, else the next (DUA-5, DUA-6)."""
    if ended or not fights(world, who) or nothing_left(world, who):
        next_turn(world)


def nothing_left(world: World, who: int) -> bool:
    """Whether his turn is over by itself: nothing unspent, no way left, no way out where he stands."""
    one = world.people[who]
    if one.spent != m.BOTH or way_left(world, who) >= world.desk_rules[0].cell:
        return False
    return bool(world.desk_cells[one.cell].exit == 0)
