"""What papers are made of: a subject, a story told in words and in figures, and the page and source that hold them."""
