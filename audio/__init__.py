"""From sound to cues: the audio track of a recording or a microphone, and the words of the host in it."""
