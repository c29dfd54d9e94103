"""The exercises of each subject: right answers and mistakes, written without the library."""
