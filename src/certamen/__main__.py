"""Lets `python -m certamen` do what `certamen` does."""

from certamen.cli import main

main()
