"""Grading: what a class hands in, odd and hostile, and the fair score of each."""
