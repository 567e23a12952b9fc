"""A tournament: its seating, its locked settings, the archive of its games, what carries over, and what may be deleted."""
