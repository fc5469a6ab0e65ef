"""Tests of the dice: sources, expressions and their exact distributions."""
