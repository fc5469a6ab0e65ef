"""Tables: rooms where a group plays one contest, each from a seat of his own, with nothing lost and nothing leaked."""
