"""What a page knows of recordings: lengths, checksums, waveforms, transcripts."""

import shutil
import subprocess
import wave
import zlib

import numpy as np
import pytest

import seamark as sm
from tests.unit.pages.page_data import data_of, page_of


@pytest.fixture
def tone(tmp_path):
    """Two seconds, of which the second is loud."""
    loudness = np.repeat([1000, 30_000], 8000)
    sound = (loudness * np.sin(np.arange(16_000) * 0.5)).astype("<i2")
    with wave.open(str(tmp_path / "tone.wav"), "wb") as file:
        file.setparams((1, 2, 8000, 0, "NONE", ""))
        file.writeframes(sound.tobytes())
    return tmp_path / "tone.wav"


def test_a_wav_file(tone):
    found = sm.read_recording(tone)
    content = tone.read_bytes()
    assert (found.file, found.seconds, found.size) == ("tone.wav", 2.0, len(content))
    assert found.crc == zlib.crc32(content)


@pytest.mark.skipif(
    shutil.which("ffmpeg") is None, reason="ffmpeg compresses the file; on Debian: apt-get install ffmpeg"
)
def test_a_compressed_file(tone):
    packed = tone.with_suffix(".mp3")
    subprocess.run(["ffmpeg", "-v", "error", "-i", str(tone), str(packed)], check=True)
    # An encoder fills up its last frames.
    assert sm.read_recording(packed).seconds == pytest.approx(2, abs=0.2)


def test_what_cannot_be_a_recording(tmp_path):
    (tmp_path / "noise.mp3").write_bytes(bytes(100))
    with pytest.raises(sm.InputError, match="noise"):
        sm.read_recording(tmp_path / "noise.mp3")
    with pytest.raises(sm.InputError, match="missing"):
        sm.read_recording(tmp_path / "missing.wav")
    assert sm.read_recording(tmp_path / "noise.mp3", seconds=3).seconds == 3
    with pytest.raises(sm.InputError, match="there are no recordings"):
        sm.write_recording_page({}, tmp_path / "page.html")
    with pytest.raises(sm.InputError, match="a tier occurs twice"):
        sm.write_recording_page({"a": sm.Recording("a.wav", 1.0)}, tmp_path / "page.html", tiers=["x", "x"])


def test_order_and_repeats_are_the_same_whenever_a_page_is_made():
    songs = {f"song {number}": sm.Recording(f"{number}.wav", 9.0) for number in range(10)}
    made = [
        data_of(page_of(sm.write_recording_page, songs, coder=coder, shuffle=True, rng=5, repeat=0.2))
        for coder in ("ann", "ann", "ben")
    ]
    assert made[0] == made[1]
    assert made[0]["order"] != made[2]["order"]
    assert made[0]["repeats"] == made[2]["repeats"]
    assert len(made[0]["repeats"]) == 2
    assert made[0]["order"][10:] == [10, 11]
    assert made[0]["seed"] == 5
