"""The drawings, controls and pages of explorers."""
