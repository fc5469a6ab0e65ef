"""A process killed in mid-play: whatever it had said was done is in the journal, and play goes on from there."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.state import state_hash
from tests.conftest import SOAK
from tests.kernel.journals import close
from tests.kernel.toy import RULESET

PLAYER = """
import sys
from pathlib import Path
from certamen.kernel.journal import JournalWriter, read, replay
from certamen.kernel.state import state_hash
from tests.kernel.journals import keep
from tests.kernel.toy import RULESET
path = Path(sys.argv[1])
if path.exists():
    kept = read(path)
    contest = replay(kept, RULESET).contest
    contest.recorder = JournalWriter.resume(kept, path, RULESET)
else:
    contest = keep(path, sync=True)
while True:
    for act in ("walk", "end", "pop", "redo"):
        if act == "walk":
            contest.answer("walk", to="door")
        elif act == "end":
            contest.answer("end")
        elif act == "pop":
            contest.pop()
        else:
            contest.redo()
        print(state_hash(contest.state), flush=True)
"""


@pytest.mark.parametrize("seed", range(40 if SOAK else 4))
def test_killed_at_any_moment_all_that_was_acknowledged_is_kept(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "kept.journal"
    random_source = random.Random(seed)  # when to kill, not a die of play
    for _ in range(2):
        with subprocess.Popen([sys.executable, "-c", PLAYER, str(file)], stdout=subprocess.PIPE, text=True) as player:
            assert player.stdout is not None
            acknowledged = [player.stdout.readline() for _ in range(random_source.randrange(1, 30))]
            time.sleep(random_source.random() / 100)
            os.kill(player.pid, signal.SIGKILL)
            acknowledged += [line for line in player.stdout if line.endswith("\n")]
        kept = read(file)
        hashes = [record.hash for record in kept.records if record.entry]
        assert {line.strip() for line in acknowledged} <= set(hashes)
        played = replay(kept, RULESET)
        assert played.why == ""
        states = [
            state_hash(replay(kept, RULESET, to=count).contest.state)
            for count in range(max(1, len(kept.records) - 4), len(kept.records) + 1)
        ]
        assert acknowledged[-1].strip() in states, "at most the act under way is one more"
    going = played.contest
    going.recorder = JournalWriter.resume(kept, file, RULESET)
    going.answer("end")
    close(going)
    assert read(file).torn == ""
    assert state_hash(replay(read(file), RULESET).contest.state) == state_hash(going.state)
