"""What is left after a game: reports, tables and packs."""
