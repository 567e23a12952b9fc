"""One module per command of the command line; each gives the exit code."""
