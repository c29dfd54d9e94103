"""A package, since the files of this folder share their names with those of tests/plots."""
