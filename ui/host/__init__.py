"""The host's window without its widgets: what is shown, and what a key does."""
