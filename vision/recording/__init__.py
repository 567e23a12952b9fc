"""A game on disk: one folder with pictures, their times, sound and the session file."""
