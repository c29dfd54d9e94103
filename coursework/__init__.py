"""Problem sets, their editions for students and instructors, and grading."""
