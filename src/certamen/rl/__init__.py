"""Encounters for learning agents: a PettingZoo environment over any encounter file (extra `rl`).

>>> import certamen
>>> from certamen.rl import environment
>>> env = environment(certamen.examples() / "starcluster" / "duel.yaml")
>>> env.reset(seed=7)
>>> observation, reward, ended, cut, info = env.last()
>>> env.agent_selection, len(info["entries"]), int(observation["action_mask"].sum()) == len(info["entries"])
('ada', 31, True)
"""

try:
    from certamen.rl.environment import ContestEnv, environment
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error.name} is missing; install it with: pip install 'certamen[rl]'") from error
from certamen.kernel.expand import MOST_ENTRIES, expand

__all__ = ["MOST_ENTRIES", "ContestEnv", "environment", "expand"]
