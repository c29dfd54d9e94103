"""What every test needs: a Matplotlib without a window, and kernels that draw into notebooks."""

import os

import matplotlib as mpl
import matplotlib.font_manager  # builds its cache here: a kernel would say so on stderr

mpl.use("agg")
os.environ.pop("MPLBACKEND", None)  # kernels inherit it, and would draw no figure
