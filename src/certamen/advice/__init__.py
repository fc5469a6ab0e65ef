"""Advice: what to do now, for whoever must decide, and what to change before the evening, for the game master."""
