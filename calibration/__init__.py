"""Where things are: seats in each camera's picture, the table, cameras, and how well that is known."""
