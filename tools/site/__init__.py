"""The Sphinx extensions of the site: formulas, the look of pages, the social card."""
