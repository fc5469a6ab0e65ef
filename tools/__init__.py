"""Helpers for those who work on Certamen; none is part of the package."""
