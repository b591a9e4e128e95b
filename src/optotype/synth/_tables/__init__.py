"""What `synth/tables.py` is made of: subjects fill tables, questions ask about them, pages and photos show them."""
