"""`optotype stats`."""


def command() -> None:
    """Placeholder."""
