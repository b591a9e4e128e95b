"""Features: pictures and texts as vectors, made once and kept on disk, and problems as the arrays that networks take.

No torch here: trainings (`optotype.training`) and trained networks that answer (`respondents/trained.py`) both begin
with what this room gives, so that a network is asked as it was taught.
"""
