"""Certamen: a referee's engine for the contests of tabletop role-playing games."""

__version__ = "0.1.0"
