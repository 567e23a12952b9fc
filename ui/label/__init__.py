"""Labelling a recording by hand: what happened when, kept as truth with the source "label"."""
