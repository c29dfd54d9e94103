"""How much one notebook may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much one notebook may use.

    Attributes
    ----------
    memory : int
        Bytes of address space of each process, and of memory that all of them use together.
    processes : int
        Processes and threads.
    file_size : int
        Bytes of one file.
    scratch : int
        Bytes of all files in one private folder: home, `/tmp` and `/dev/shm` have one each.
    files : int
        Files in all private folders together.
    open_files : int
        Open files and sockets of each process.
    output : int
        Bytes of all outputs that are kept. A cell gets at most half of what is left.
    cell_seconds, notebook_seconds : float
        Seconds on the clock for a cell and for all cells together.
    """

    memory: int = 3 * 2**30
    processes: int = 64
    file_size: int = 64 * 2**20
    scratch: int = 128 * 2**20
    files: int = 10_000
    open_files: int = 256
    output: int = 4 * 2**20
    cell_seconds: float = 60
    notebook_seconds: float = 600
