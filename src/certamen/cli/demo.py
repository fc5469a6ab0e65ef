"""certamen demo: a fight from the books, die by die, with the reckoning of each roll."""

import sys
import time

import click

from certamen.cli.show import show_event, show_figures, show_start, show_strip
from certamen.files import scenario
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.order import Order
from certamen.kernel.report import names_of

NEXT = """
What to try next:
  certamen new starcluster > fight.yaml      an encounter of your own, with comments
  certamen check fight.yaml                  is it right?
  certamen play fight.yaml                   you decide; type 'why' after any roll
  certamen run fight.yaml                    policies decide
  certamen rules starcluster                 what the rules are, and what you may rule otherwise
"""


@click.command()
@click.option("--pause", type=click.FloatRange(0, 10), help="Seconds between events; 0.4 at a terminal, else none.")
def demo_command(pause: float | None) -> None:
    """Play the alley fight of StarCluster as its book tells it, and say why every number is what it is."""
    wait = pause if pause is not None else 0.4 if sys.stdout and sys.stdout.isatty() else 0.0
    fight = scenario.load(examples() / "starcluster" / "alley.scenario.yaml")
    strip: Order | None = None

    def show(contest: Contest, events: tuple[Event, ...]) -> None:
        nonlocal strip
        if strip is None:
            show_start(contest)
        names = names_of(contest)
        for event in events:
            show_event(contest, event, names)
            time.sleep(wait)
        if not contest.outcome and contest.state.order != strip:
            show_strip(contest)
        strip = contest.state.order

    done = scenario.run(fight, show)
    if done.failure is not None:
        click.echo(str(done.failure), err=True)
        raise click.exceptions.Exit(1)
    if done.contest is not None:
        show_figures(done.contest)
    click.echo(NEXT)
