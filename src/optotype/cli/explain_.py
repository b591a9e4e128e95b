"""`optotype explain`."""


def command() -> None:
    """Placeholder."""
