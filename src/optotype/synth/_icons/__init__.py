"""What the icon problems are made of: things with their icons, a canvas, the ladder, and templates by skill."""
