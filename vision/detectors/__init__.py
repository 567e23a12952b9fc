"""What seems to happen: observations in, cues out."""
