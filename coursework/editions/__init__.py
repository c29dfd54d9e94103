"""Editions of the lessons and problem sets for students, and the search for answers in them.

student   A lesson without its cells tagged `solution`; every other cell and output stays. A
          problem set as nbgrader releases it: answers and hidden tests cleared, no outputs.
blank     The same, without any output.
solution  Everything, for instructors.

The folders are those of the project: links between `book/` and `problem_sets/` work in both.
"""
