"""SAMSARA: contests as a gamble of checks, in any sphere, each roll moving one side closer to defeat."""
