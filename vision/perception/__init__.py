"""What the networks see at each seat of one camera's picture."""
