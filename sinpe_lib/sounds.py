"""Rows as chords: one note for each column, as loud as the column is large."""

import reprlib
from html import escape

import numpy as np
from IPython.display import Audio

__all__ = ["Chords", "chord"]

SAMPLE_RATE = 8000  # samples per second, enough for notes up to 4 kHz
SECONDS = 0.8
LOUDEST = 0.25  # of full scale, for the loudest moment of all chords that are played together
_FADE = 0.03  # seconds; a note that starts at once clicks
# Semitones of a major pentatonic scale: any of its notes sound well together.
_SCALE = np.array([0, 2, 4, 7, 9])
_LOWEST = 220.0  # Hz
_STYLE = """
.sinpe-sounds { font-family: var(--sinpe-sans, system-ui, sans-serif); font-size: 0.95rem; }
.sinpe-sounds ul { display: grid; gap: 1.2rem; margin: 0; padding: 0; list-style: none; }
.sinpe-sounds audio { display: block; width: 100%; max-width: 22rem; margin: 0.4rem 0; }
"""


def pitches(n_notes):
    """Return the frequencies of the notes in Hz, lowest first.

    Parameters
    ----------
    n_notes : int

    Returns
    -------
    numpy.ndarray, shape (n_notes,)
        A major pentatonic scale in equal temperament, from 220 Hz upwards.
    """
    octave, step = np.divmod(np.arange(n_notes), len(_SCALE))
    return _LOWEST * 2 ** (octave + _SCALE[step] / 12)


def chord(row):
    """Return the sound of a row.

    Parameters
    ----------
    row : array_like, shape (n,)
        Entries from -1 to 1, at most 15.

    Returns
    -------
    numpy.ndarray, shape (6400,)
        Samples of 0.8 seconds: the sum of n notes, note j with the loudness (row[j] + 1) / 2.

    Raises
    ------
    TypeError
        If the entries of `row` are not real numbers.
    ValueError
        If `row` has another shape, is empty or too long, or an entry lies outside -1 to 1.

    Examples
    --------
    >>> chord([-1.0, -1.0]).any()
    np.False_
    """
    row = np.asarray(row, dtype=np.float64)
    if row.ndim != 1 or not 1 <= len(row) <= 15:
        raise ValueError(f"row must have shape (n,) with n from 1 to 15; got {row.shape}")
    outside = ~(np.abs(row) <= 1 + 1e-9)  # NaN is outside too
    if outside.any():
        raise ValueError(f"row must lie from -1 to 1; got {row[outside][0]}")
    time = np.arange(int(SAMPLE_RATE * SECONDS)) / SAMPLE_RATE
    notes = np.sin(2 * np.pi * np.outer(pitches(len(row)), time))
    fade = np.clip(np.minimum(time, SECONDS - time) / _FADE, 0, 1)
    return fade * ((row + 1) / 2 @ notes)


class Chords:
    """Rows to listen to, each with its loudnesses in words.

    Parameters
    ----------
    **rows : array_like, shape (n,)
        As in `chord`; underscores in the names are shown as spaces.

    Raises
    ------
    ValueError
        If there is no row, or one is not as `chord` wants it.

    Notes
    -----
    Shown as HTML with the sounds in it, so they play on a page and in a notebook.

    Examples
    --------
    >>> Chords(position_1=[1, 0.5])
    position 1: Loudness of the notes in per cent, from low to high: 100 75.
    """

    def __init__(self, **rows):
        if not rows:
            raise ValueError(f"rows must hold at least one; got {reprlib.repr(rows)}")
        self.rows = {name.replace("_", " "): np.asarray(row) for name, row in rows.items()}
        self.sounds = {name: chord(row) for name, row in self.rows.items()}

    def _repr_html_(self):
        full = max(np.abs(sound).max() for sound in self.sounds.values()) or 1.0
        items = ""
        for name, sound in self.sounds.items():
            audio = Audio(LOUDEST / full * sound, rate=SAMPLE_RATE, normalize=False)
            # The element that Audio writes has no name, and loads before anybody asks for it.
            items += (
                f'<li>{escape(name)}<audio controls preload="none" aria-label="{escape(name)}" '
                f'src="{audio.src_attr()}"></audio>{_in_words(self.rows[name])}</li>'
            )
        return f'<div class="sinpe-sounds"><style>{_STYLE}</style><ul>{items}</ul></div>'

    def __repr__(self):
        return "\n".join(f"{name}: {_in_words(row)}" for name, row in self.rows.items())


def _in_words(row):
    loudness = " ".join(f"{50 * (entry + 1):.0f}" for entry in row)
    return f"Loudness of the notes in per cent, from low to high: {loudness}."
