"""Starslinger: action scenes, played by post in threads or by initiative, with melees as groups."""
