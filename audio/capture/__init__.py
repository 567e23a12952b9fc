"""Where sound comes from."""
