"""The game of Sport Mafia as plain Python: vocabulary, rules as data, and pure state steps."""
