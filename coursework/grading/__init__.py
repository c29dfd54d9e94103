"""Grade a class: run untrusted notebooks in a box, score them, write feedback."""
