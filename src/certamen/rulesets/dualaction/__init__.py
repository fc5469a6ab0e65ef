"""dualaction: the untitled "2. Combat": a primary and a secondary action a turn, places in metres."""
