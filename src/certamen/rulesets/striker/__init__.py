"""Striker: contests physical, technical and social, with acts written in the book's own notation."""
