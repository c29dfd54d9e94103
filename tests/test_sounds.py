"""Sounds: the notes are found again by a Fourier sum, one note at a time."""

import base64
import cmath
import io
import math
import wave

import numpy as np
import pytest
from bs4 import BeautifulSoup

from sinpe_lib.encoding import encode_positions
from sinpe_lib.sounds import Chords, chord

SAMPLES_PER_SECOND = 8000
FULL_SCALE = 32767
# A major pentatonic scale from the A below middle C: two octaves of semitones above it.
SEMITONES = [0, 2, 4, 7, 9, 12, 14, 16, 19, 21]


def pitch(note):
    return 220 * 2 ** (SEMITONES[note] / 12)


def strength(samples, frequency):
    """Return the amplitude of one frequency in the middle of a sound, where it does not fade."""
    # A smooth window, or the other notes would leak in.
    middle = samples[400:6000]
    total = weights = 0
    for number, sample in enumerate(middle):
        weight = 1 - math.cos(2 * math.pi * number / len(middle))
        turn = cmath.exp(-2j * math.pi * frequency * number / SAMPLES_PER_SECOND)
        total += weight * sample * turn
        weights += weight
    return 2 * abs(total) / weights


def listen(chords):
    """Return {name: (samples from -1 to 1, words beside them)} of what is shown."""
    soup = BeautifulSoup(chords._repr_html_(), "html.parser")
    found = {}
    for item in soup.ul.find_all("li", recursive=False):
        name, words = item.find_all(string=True, recursive=False)
        kind, data = item.audio["src"].split(",")
        assert kind == "data:audio/wav;base64"
        with wave.open(io.BytesIO(base64.b64decode(data))) as sound:
            assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2)
            assert sound.getframerate() == SAMPLES_PER_SECOND
            samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / FULL_SCALE
        assert item.audio["aria-label"] == name
        found[name] = samples, words
    return found


@pytest.mark.parametrize(
    "row",
    [[1.0], [-1.0, 1.0], [0.5, -0.5, 0.0, 1.0], encode_positions(711, 8), encode_positions(2, 10)],
)
def test_each_note_is_as_loud_as_its_column_is_large(row):
    sound = chord(row)
    assert sound.shape == (6400,)
    for note, entry in enumerate(row):
        assert strength(sound, pitch(note)) == pytest.approx((entry + 1) / 2, abs=0.01)
    between = (pitch(0) + pitch(1)) / 2
    assert strength(sound, between) < 0.01


def test_the_highest_note_can_be_played_at_this_rate():
    sound = chord([-1] * 14 + [1])
    assert strength(sound, 220 * 2 ** (2 + 9 / 12)) == pytest.approx(1, abs=0.01)


def test_a_sound_begins_and_ends_softly():
    sound = np.abs(chord([1.0]))
    from_an_end = np.minimum(np.arange(6400), np.arange(6400, 0, -1)) / SAMPLES_PER_SECOND
    assert (sound <= from_an_end / 0.03 + 1e-9).all()
    assert sound[240:480].max() > 0.99


def test_a_row_of_minus_ones_is_silent():
    assert not chord([-1, -1, -1]).any()
    samples, _ = listen(Chords(nothing=[-1, -1]))["nothing"]
    assert not samples.any()


def test_the_loudest_moment_is_a_quarter_of_full_scale_for_all_sounds_together():
    found = listen(Chords(soft=[-0.9], loud=[1, 1, 1, 1], middle=[0.0, 0.0]))
    peaks = {name: np.abs(samples).max() for name, (samples, _) in found.items()}
    assert max(peaks.values()) == peaks["loud"] == pytest.approx(0.25, abs=1e-4)
    # They keep their loudness beside one another.
    loud = strength(found["loud"][0], pitch(0))
    assert strength(found["soft"][0], pitch(0)) / loud == pytest.approx(0.05, abs=0.002)
    assert strength(found["middle"][0], pitch(1)) / loud == pytest.approx(0.5, abs=0.005)


def test_nearly_equal_pairs_sound_alike_and_whole_rows_do_not():
    """What the page says of positions 1 and 711."""
    one, far = encode_positions([1, 711], 8)
    found = listen(Chords(near=one[:2], far=far[:2]))
    assert np.abs(found["near"][0] - found["far"][0]).max() <= 1.5 / FULL_SCALE
    found = listen(Chords(near=one, far=far))
    assert np.abs(found["near"][0] - found["far"][0]).max() > 0.05


def test_words_tell_the_loudness_of_every_note():
    chords = Chords(position_1=[0.84, 0.54, -1.0, 1.0], other=[0.0])
    words = {
        "position 1": "Loudness of the notes in per cent, from low to high: 92 77 0 100.",
        "other": "Loudness of the notes in per cent, from low to high: 50.",
    }
    assert {name: text for name, (_, text) in listen(chords).items()} == words
    assert repr(chords) == "\n".join(f"{name}: {text}" for name, text in words.items())


def test_names_are_escaped_and_nothing_plays_by_itself():
    chords = Chords(**{'<b>"': [1.0]})
    assert list(listen(chords)) == ['<b>"']
    soup = BeautifulSoup(chords._repr_html_(), "html.parser")
    assert soup.b is None
    assert soup.audio.has_attr("controls")
    assert not soup.audio.has_attr("autoplay")
    assert not soup.find_all(id=True)


def test_a_second_run_gives_the_same_bytes():
    chords = Chords(a=[0.5, 1.0])
    assert chords._repr_html_() == chords._repr_html_() == Chords(a=[0.5, 1.0])._repr_html_()


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: chord([]), r"row must have shape \(n,\) with n from 1 to 15; got \(0,\)"),
        (lambda: chord([0.0] * 16), r"row must have shape .*; got \(16,\)"),
        (lambda: chord([[0.0, 1.0]]), r"row must have shape .*; got \(1, 2\)"),
        (lambda: chord([0.0, 1.5]), "row must lie from -1 to 1; got 1.5"),
        (lambda: chord([-2.0]), "row must lie from -1 to 1; got -2.0"),
        (lambda: chord([0.0, math.nan]), "row must lie from -1 to 1; got nan"),
        (lambda: Chords(), "rows must hold at least one; got {}"),
        (lambda: Chords(good=[0.0], bad=[7.0]), "row must lie from -1 to 1; got 7.0"),
    ],
)
def test_bad_rows_are_refused_by_name_and_value(call, text):
    with pytest.raises(ValueError, match=text):
        call()
