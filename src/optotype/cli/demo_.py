"""`optotype demo`."""


def command() -> None:
    """Placeholder."""
