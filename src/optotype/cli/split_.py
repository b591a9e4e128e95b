"""`optotype split`."""


def command() -> None:
    """Placeholder."""
