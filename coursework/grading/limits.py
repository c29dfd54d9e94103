"""How much one notebook may use."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """How much one notebook may use. Sizes are in bytes."""

    memory: int = 3 * 2**30  # address space of each process, and what all of them use together
    processes: int = 64  # and threads
    file_size: int = 64 * 2**20
    scratch: int = 128 * 2**20  # of each private folder: home, `/tmp` and `/dev/shm`
    files: int = 10_000  # in all private folders together
    open_files: int = 256  # and sockets, of each process
    output: int = 4 * 2**20  # that is kept; a cell gets at most half of what is left
    cell_seconds: float = 60  # on the clock
    notebook_seconds: float = 600
