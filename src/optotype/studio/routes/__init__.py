"""Addresses, in groups."""
