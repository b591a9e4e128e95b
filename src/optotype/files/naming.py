"""Names of files: any text as one that every system takes."""

import re
from hashlib import blake2b


def slug(name: str) -> str:
    """A name as it may stand in a file's name; two names never give the same."""
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.")[:60]
    return f"{plain}-{blake2b(name.encode(errors='surrogatepass'), digest_size=3).hexdigest()}"
