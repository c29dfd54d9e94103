"""What the notebooks of the textbook on sinusoidal positional encoding import."""

from sinpe_lib.alternatives import (
    alibi_bias,
    alibi_slopes,
    key_offsets,
    look_up,
    relative_attention,
    rotate,
    t5_bias,
    t5_buckets,
)
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
    "alibi_bias",
    "alibi_slopes",
    "causal_mask",
    "encode_positions",
    "frequencies",
    "key_offsets",
    "look_up",
    "offset_similarity",
    "relative_attention",
    "rotate",
    "score_terms",
    "self_attention",
    "shift_matrix",
    "sinusoidal_encoding",
    "softmax",
    "t5_bias",
    "t5_buckets",
    "wavelengths",
]

__version__ = "0.1.0"
