"""The synthetic table: scenarios in, game folders with exact truth out; a development tool, never a run-time need."""
