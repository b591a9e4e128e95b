"""`optotype pictures`."""


def command() -> None:
    """Placeholder."""
