"""Measure how heavy and how quick the built site is, and hold it to its bars (make perf).

One row a page: the bytes of the page and of our own styles and scripts, gzipped; how long an
explorer takes from an arrow key to the paint that follows; what Lighthouse says of three pages.
All of it is also written to _build/perf/results.json. The exit code is 1 if a bar is missed.
Other work on the machine makes the times longer.
"""
