"""Files people write: encounters and scenarios in YAML, with every error at its line and column."""
