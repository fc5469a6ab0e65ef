"""Striker, chapter Contests: its rules, and the notation its skills are written in."""
