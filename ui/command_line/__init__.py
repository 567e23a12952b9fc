"""What the command line reads: each command's arguments and help page. The work is done in `ui.commands`."""
