"""`optotype doctor`."""


def command() -> None:
    """Placeholder."""
