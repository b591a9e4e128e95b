"""Stage 4, validate: a web app in which people check, answer, compare and draw."""
