"""The book keeps its rules: notebooks, numbers, quizzes, references, library pages."""
