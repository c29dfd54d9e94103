"""Problem sets, editions and grading."""
