"""What authors run."""
