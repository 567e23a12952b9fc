"""Wiring: sources, senses, rules and files put together; no windows here."""
