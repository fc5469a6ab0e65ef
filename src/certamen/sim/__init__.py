"""Estimates: fights played many times over, by a compiled loop where there is one, else by the contest itself."""
