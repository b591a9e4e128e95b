"""`python -m optotype`."""

from optotype.cli import main

main()
