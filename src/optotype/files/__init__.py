"""Files of other programs, read and written a piece at a time: memory stays flat, and errors name the line."""
