"""The caption parser: what its network reads and writes, and how it runs; the same in training and at work."""
