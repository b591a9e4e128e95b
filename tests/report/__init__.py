"""Tests of the report: pages in a real browser, opened through a file address."""
