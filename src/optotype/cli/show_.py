"""`optotype show`."""


def command() -> None:
    """Placeholder."""
