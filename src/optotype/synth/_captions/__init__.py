"""What captions are made of: words that go together, phrases built from them, and the meaning of what was built."""
