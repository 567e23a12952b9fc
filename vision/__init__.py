"""From light to cues: capture, recording, perception per seat, detectors."""
