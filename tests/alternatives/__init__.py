"""The alternatives, each against a second route."""
