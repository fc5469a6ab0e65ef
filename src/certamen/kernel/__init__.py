"""The kernel: contests, states, windows, events, journal, order, budgets, effects, spaces, views; no rule of any game."""
