"""What the audience may see of a game: nothing that depends on roles, nothing that the host has not said yet."""
