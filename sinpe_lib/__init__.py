"""What the notebooks of the textbook on sinusoidal positional encoding import."""

from sinpe_lib.encoding import (
    encode_positions,
    frequencies,
    offset_similarity,
    shift_matrix,
    sinusoidal_encoding,
    wavelengths,
)

__all__ = [
    "encode_positions",
    "frequencies",
    "offset_similarity",
    "shift_matrix",
    "sinusoidal_encoding",
    "wavelengths",
]

__version__ = "0.1.0"
