"""When exactly a hand touched the table or left it, measured on every picture around that moment."""
