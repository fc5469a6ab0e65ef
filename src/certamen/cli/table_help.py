"""What certamen play says when it is asked for help."""

HELP = """\
  a number          choose that offer; what it still needs is asked
  words             attack thug with revolver; unique beginnings suffice
                    attack thug: what you say you do, behind a colon
  jack yield        what one of yours may do without being asked
  default           let the usual thing happen
  odds WORDS        the odds of an act, as far as its actor may know them
  advise            what each choice is worth to him
  why [N]           the reckoning of the last event, or of event N
  log [N]           the last N events (20)
  state, offers     look again
  say TEXT          free text, to all;  note TEXT: to the game master alone
  undo, redo        take back, or do again, your last act
  set PATH VALUE    as the game master: set thug.constitution 200
  gm VERB ...       any overrule of the game master; gm alone lists them
  help, quit        the journal is kept: go on another day"""
