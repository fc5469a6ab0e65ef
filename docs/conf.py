"""How Sphinx builds these pages: `make docs`."""

from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

from certamen import __version__

project = "Certamen"
author = "the Certamen authors"
copyright = "2026, the Certamen authors"
version = release = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 3
nitpicky = True

html_theme = "furo"
html_title = "Certamen"
html_show_copyright = False

lexers["lark"] = TextLexer()  # the grammar of dice expressions is shown as plain text
