"""The moves of a game, one module per part of the evening; each move is a guard and its effect."""
