"""Editions are complete and leak no answer."""
