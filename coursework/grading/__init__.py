"""Grade a class: run the notebooks of strangers in a box, score them, return feedback."""
