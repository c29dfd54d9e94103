"""The problem sets: right answers earn every point, wrong ones lose the points that they should."""
