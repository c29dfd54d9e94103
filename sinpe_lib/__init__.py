"""What the notebooks of the textbook on sinusoidal positional encoding import."""

from sinpe_lib.attention import causal_mask, score_terms, self_attention, softmax
from sinpe_lib.encoding import (
    encode_positions,
    frequencies,
    offset_similarity,
    shift_matrix,
    sinusoidal_encoding,
    wavelengths,
)

__all__ = [
    "causal_mask",
    "encode_positions",
    "frequencies",
    "offset_similarity",
    "score_terms",
    "self_attention",
    "shift_matrix",
    "sinusoidal_encoding",
    "softmax",
    "wavelengths",
]

__version__ = "0.1.0"
