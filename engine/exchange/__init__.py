"""Games in other programs' formats and on paper: text and tables only, drawing is done in `ui/evidence`."""
