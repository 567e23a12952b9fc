"""The faces of the program: command line, windows, reports."""
