"""Tests, one folder for each package; tests/book holds the book to its rules."""
