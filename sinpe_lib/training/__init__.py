"""A toy experiment: a tiny model, trained in NumPy, learns whether A comes before B.

One layer of attention with one head, and a scheme that tells it about order. The gradients are
written by hand. NumPy only; the same seed gives the same model on the same machine.
"""

from sinpe_lib.training.fitting import accuracy, roc_auc, train
from sinpe_lib.training.model import N_POSITIONS, Model
from sinpe_lib.training.task import closed, sequences

__all__ = ["N_POSITIONS", "Model", "accuracy", "closed", "roc_auc", "sequences", "train"]
