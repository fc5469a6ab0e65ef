"""The kernel: contest, state, windows, events, journal, order, budgets, effects, space, views; no rule of any game."""
