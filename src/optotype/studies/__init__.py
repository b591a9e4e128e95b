"""Studies: the whole table of a paper on a bench of yours, trained, evaluated and printed by one command."""
