"""Templates of questions, one file per skill. Adding a file adds its templates."""
