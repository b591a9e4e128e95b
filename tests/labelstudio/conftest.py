"""What these tests share: a server that can be told to misbehave."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.labelstudio.fake import LEGACY, Fake, opened


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> Iterator[Fake]:
    """A Label Studio, named by the environment."""
    with opened() as fake:
        monkeypatch.setenv("LABEL_STUDIO_URL", fake.address)
        monkeypatch.setenv("LABEL_STUDIO_API_KEY", LEGACY)
        yield fake
