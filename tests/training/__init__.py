"""The toy experiment."""
