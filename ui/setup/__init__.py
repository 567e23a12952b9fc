"""What has to be known before a game, without Qt."""
