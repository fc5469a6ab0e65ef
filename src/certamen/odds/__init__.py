"""Exact odds, from the very rules that are played by: nothing here holds a formula of its own."""
