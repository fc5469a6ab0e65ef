"""The command line: each command in a file of its own, loaded when it is called."""

import importlib
import io
import os
import sys

import click

from certamen import __version__

COMMANDS = {
    "advise": ("advise", "What each choice is worth to whoever must decide now."),
    "backup": ("backup", "Write all tables of a server to one file, also while it runs."),
    "balance": ("balance", "A page to read before the evening: who wins, how long, what matters."),
    "check": ("files", "Look for errors in encounter and scenario files."),
    "compare": ("compare", "Two encounters, or one with a value changed, on the same dice."),
    "demo": ("demo", "Play a fight from the books, die by die."),
    "doctor": ("doctor", "Look whether this machine can serve tables, and whether they are sound."),
    "duel": ("duel", "One against one, exactly: who wins, how long it takes, what to do best."),
    "explain": ("journal", "The whole reckoning of one event of a journal."),
    "map": ("map", "A map of another program as a scene of a ruleset."),
    "new": ("files", "A commented encounter file to start from."),
    "notation": ("notation", "Read Striker skill blocks and list their acts."),
    "odds": ("odds", "How likely it is, exactly: dice, a ruleset's checks, an act."),
    "play": ("play", "Play an encounter at the terminal, or go on from a journal."),
    "replay": ("journal", "Show a journal, or play it again and compare."),
    "restore": ("backup", "Bring back all tables from a backup."),
    "roll": ("roll", "Roll dice: 3d6+2, 4d6kh3, 2d20kl1."),
    "rules": ("rules", "The rules of a ruleset, and its rulings."),
    "run": ("run", "Play an encounter to its end, policies deciding."),
    "schema": ("files", "The JSON Schema of encounter files, for editors."),
    "serve": ("serve", "Open the table in the browser, for a game master and players."),
    "simulate": ("simulate", "Play an encounter many times over: who wins, how surely."),
    "sweep": ("sweep", "An encounter over a grid of values: who wins where."),
    "test": ("scenarios", "Run scenarios: do they come out as they say?"),
    "verify": ("verify", "Check the file of a table: its seals, its acts, its dice."),
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed, so that the program starts fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands by name."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"certamen.cli.{COMMANDS[cmd_name][0]}")
        command = getattr(module, f"{cmd_name}_command")
        assert isinstance(command, click.Command)  # each module names its commands so
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader that has gone is not click's to handle: it ends with status 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise click.exceptions.Exit(_unwritten(error)) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in sorted(COMMANDS.items())])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name close commands when there is none of this name."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], COMMANDS, 2)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(sorted(COMMANDS))}"
            ctx.fail(f"There is no command {args[0]}: {hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="certamen")
@click.pass_context
def cli(context: click.Context) -> None:
    """Certamen: a referee for the contests of tabletop role-playing games."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        context.color = False


def main() -> None:
    """Run the command line; what is refused ends with one message and status 2."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them costs 100 ms and finds none
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # our matrices are small: its threads cost more than they save
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    status = _run()
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        status = _unwritten(error)
    sys.exit(status)


def _run() -> int:
    from certamen.cli.fail import refused

    try:
        status = cli.main(standalone_mode=False)
    except click.Abort:
        click.echo("stopped", err=True)
        return 130
    except click.ClickException as error:
        error.show()
        return 2
    except Exception as error:
        message = refused(error)
        if message is None:
            raise
        click.echo(message, err=True)
        return 2
    return status if isinstance(status, int) else 0


def _unwritten(error: OSError) -> int:
    """The output cannot be written: quietly where its reader has gone, as `head` does."""
    sys.stdout = io.StringIO()  # for what is still flushed at the end
    if isinstance(error, BrokenPipeError):
        return 0
    click.echo(f"the output cannot be written: {error.strerror}", err=True)
    return 2
