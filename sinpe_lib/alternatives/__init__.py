"""Other ways to tell attention about order, each from its paper. NumPy only.

A learned table, relative position representations, the T5 bias, ALiBi and rotary embeddings,
each as a function, and all that the book compares as objects in `SCHEMES`.
Offsets are counted from the query to the key: below 0 the key stands before the query.
"""

from sinpe_lib.alternatives.biases import alibi_bias, alibi_slopes, t5_bias, t5_buckets
from sinpe_lib.alternatives.offsets import key_offsets
from sinpe_lib.alternatives.relative import relative_attention
from sinpe_lib.alternatives.rotary import rotate
from sinpe_lib.alternatives.schemes import SCHEMES, Scheme, find_scheme
from sinpe_lib.alternatives.table import look_up

__all__ = [
    "SCHEMES",
    "Scheme",
    "alibi_bias",
    "alibi_slopes",
    "find_scheme",
    "key_offsets",
    "look_up",
    "relative_attention",
    "rotate",
    "t5_bias",
    "t5_buckets",
]
