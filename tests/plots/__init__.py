"""The data that figures draw."""
