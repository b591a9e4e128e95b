"""Tests that look at pages of every kind; beside a browser, other tests could run no event loop of their own."""
