"""Sound of a game on disk: FLAC segments with their own times."""
