"""The judge's review and the vote audit: what they show and what their keys do, without Qt."""
