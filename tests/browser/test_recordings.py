"""The annotation page of recordings: by keys, by touch, with a wrong file, with three hours of sound."""

import json
import shutil
import subprocess
import time
import wave
from pathlib import Path

import mir_eval
import numpy as np
import pytest

import seamark as sm
from tests.browser.corpora import IMAGE, SCRIPT
from tests.browser.downloads import press, saved
from tests.cli.running import Within

RATE = 8000


def write_tones(path: Path, seconds: int, *, every: float = 9.0) -> Path:
    """A recording whose tone changes now and then."""
    times = np.arange(seconds * RATE) / RATE
    pitch = 200 + 40 * np.floor(times / every)
    sound = np.round(100 * np.sin(2 * np.pi * pitch * times)).astype(np.int16) * 256
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(sound.astype("<i2").tobytes())
    return path


@pytest.fixture(scope="module")
def song(tmp_path_factory):
    return write_tones(tmp_path_factory.mktemp("media") / "song.wav", 180)


@pytest.fixture
def made(tmp_path, song):
    def make(name="page.html", recordings=None, **options):
        found = recordings or {"song": sm.read_recording(song)}
        sm.write_recording_page(found, tmp_path / name, **{"study": "album", "coder": "ann", **options})
        return tmp_path / name

    return make


def opened_with(visit, page, file, **window):
    opened = visit(page, **window)
    opened.page.locator("#media-file").set_input_files(file)
    opened.page.locator("#choose").wait_for(state="hidden")
    until(opened, "document.getElementById('media').readyState > 0")
    return opened


def until(opened, expression):
    """Wait for something of the page; its policy does not let the browser's own way of waiting in."""
    for _ in range(200):
        if opened.page.evaluate(expression):
            return
        opened.page.wait_for_timeout(50)
    pytest.fail(f"never: {expression}")


def test_two_coders_by_keys_alone_and_their_agreement(visit, made, song, tmp_path, monkeypatch, capsys):
    """The F of the files equals the one that follows from the times of the keys."""
    monkeypatch.chdir(tmp_path)
    seamark = Within(capsys)
    steps = {"ann": [3] * 20, "ben": [4 if turn % 3 == 0 else 3 for turn in range(20)]}
    jumps = {coder: [["Shift+ArrowRight", *["ArrowRight"] * n] for n in turns] for coder, turns in steps.items()}
    times = {}
    for coder, turns in jumps.items():
        opened = opened_with(visit, made(f"{coder}.html", coder=coder, labels=["verse", "chorus"]), song)
        for turn, keys in enumerate(turns):
            press(opened, *keys, "Enter", "." if turn % 2 else ",", str(1 + turn % 2))
        # A boundary that is moved takes the playhead along.
        times[coder] = np.cumsum([4 + len(keys) + (0.01 if turn % 2 else -0.01) for turn, keys in enumerate(turns)])
        press(opened, "d")
        saved(opened, tmp_path)
    assert seamark("collect", "album-ann.json", "album-ben.json", "-o", "corpus.json").code == 0
    corpus = sm.load("corpus.json")
    for coder, expected in times.items():
        kept = [time for time in expected if time < 180]
        coding = corpus["song"][coder]
        assert np.cumsum(coding.masses)[:-1] / 1000 == pytest.approx(kept)
        assert coding.labels[1:3] == ("verse", "chorus")
    sides = [np.array([0.0, *[time for time in times[coder] if time < 180], 180.0]) for coder in ("ann", "ben")]
    intervals = [np.column_stack((side[:-1], side[1:])) for side in sides]
    *_, expected_f = mir_eval.segment.detection(*intervals, window=0.5, trim=True)
    options = ("-m", "f", "--near", "0.5", "--json", "--as", "boundaries")
    ran = seamark("score", "album-ann.json", "album-ben.json", *options)
    assert ran.code == 0, ran.err
    assert ran.json["overall"]["f"]["value"] == pytest.approx(expected_f)


def test_by_touch_at_the_width_of_a_phone(visit, made, song, tmp_path):
    opened = opened_with(visit, made(labels=["verse", "chorus"]), song, width=390, height=844, has_touch=True)
    assert opened.page.evaluate("document.documentElement.scrollWidth") <= 390
    for label in ("verse", "chorus"):
        opened.page.locator("#forward").tap()
        opened.page.locator("#boundary").tap()
        opened.page.locator("#labels button", has_text=label).tap()
    opened.page.locator("#done").tap()
    corpus = sm.load(saved(opened, tmp_path, lambda: opened.page.locator("#save").tap()), kind="labels")
    coding = corpus["song"]["ann"]
    assert (coding.masses, coding.labels) == ((5000, 5000, 170_000), (None, "verse", "chorus"))


def test_a_first_time_coder_follows_the_steps(visit, made, song, tmp_path):
    opened = visit(made())
    guide = opened.page.locator("#guide-words")
    assert "Open the recording" in guide.inner_text()
    with opened.page.expect_file_chooser() as chosen:
        opened.page.get_by_role("button", name="Open the recording").click()
    chosen.value.set_files(song)
    guide.filter(has_text="Play it").wait_for()
    opened.page.get_by_role("button", name="Play", exact=False).first.click()
    guide.filter(has_text="Put a boundary").wait_for()
    until(opened, "document.getElementById('media').currentTime > 0.2")
    opened.page.get_by_role("button", name="Boundary Enter").click()
    opened.page.locator("#guide-next").click()
    opened.page.locator("#done").click()
    corpus = sm.load(saved(opened, tmp_path, lambda: opened.page.locator("#save").click()))
    (time_of_key,) = corpus["song"]["ann"].to_times(0.001)
    assert 0.2 < time_of_key < 30


def test_playing_goes_on_while_boundaries_are_placed(visit, made, song):
    opened = opened_with(visit, made(), song)
    press(opened, "Space")
    until(opened, "document.getElementById('media').currentTime > 0.3")
    press(opened, "Enter")
    assert not opened.page.evaluate("document.getElementById('media').paused")
    opened.page.select_option("#speed", "2")
    assert opened.page.evaluate("document.getElementById('media').playbackRate") == 2
    press(opened, "r")
    opened.page.wait_for_timeout(1500)
    placed = opened.page.locator("#segments button").nth(1).inner_text().strip()
    seconds = float(placed.split(":")[1])
    assert abs(opened.page.evaluate("document.getElementById('media').currentTime") - seconds) < 1.5


def test_undo_move_remove_note(visit, made, song, tmp_path):
    opened = opened_with(visit, made(), song)
    press(opened, "ArrowRight", "Enter", "ArrowRight", "Enter", "u", "c")
    opened.page.keyboard.type("late?")
    press(opened, "Escape", "[", "Backspace", "Control+z", "x", ">", "d")
    path = saved(opened, tmp_path)
    assert sm.load(path)["song"]["ann"].positions == (1040, 2000)
    work = json.loads(path.read_text(encoding="utf-8"))["metadata"]["annotations"]["ann"]["items"]["song"]
    assert work["boundaries"] == [{"position": 2000, "comment": "late?", "unsure": True}]
    elsewhere = visit(made())
    elsewhere.page.locator("#file").set_input_files(path)
    elsewhere.page.locator("#status", has_text="Loaded").wait_for()
    assert elsewhere.page.locator("#segments time").all_inner_texts() == ["0:00.000", "0:01.040", "0:02.000"]


def test_a_boundary_is_dragged(visit, made, song, tmp_path):
    opened = opened_with(visit, made(), song)
    press(opened, *["ArrowRight"] * 5, "Enter", "d", "d")
    box = opened.page.locator("#wave").bounding_box()
    x, y = box["x"] + box["width"] * 5 / 20, box["y"] + 30
    opened.page.mouse.move(x, y)
    opened.page.mouse.down()
    opened.page.mouse.move(x + box["width"] / 20, y, steps=4)
    opened.page.mouse.up()
    press(opened, "d")
    (moved,) = sm.load(saved(opened, tmp_path))["song"]["ann"].to_times(0.001)
    assert moved == pytest.approx(6, abs=0.05)


def test_tiers_stand_beside_each_other(visit, made, song, tmp_path):
    opened = opened_with(visit, made(tiers=["form", "mood"]), song)
    press(opened, "ArrowRight", "Enter", "t", "ArrowRight", "Enter", "ArrowRight", "Enter", "d")
    corpus = sm.load(saved(opened, tmp_path))
    assert {item: codings["ann"].positions for item, codings in corpus.items()} == {
        "song/form": (1000,),
        "song/mood": (2000, 3000),
    }


def test_a_transcript_runs_along(visit, made, song, tmp_path):
    lines = "1\n00:00:00,000 --> 00:00:02,500\nHere we go\n\n2\n00:00:02,500 --> 00:00:09,000\nand on\n"
    (tmp_path / "song.srt").write_text(lines, encoding="utf-8")
    recording = sm.read_recording(song, transcript=tmp_path / "song.srt")
    opened = opened_with(visit, made(recordings={"song": recording}), song)
    until(opened, "document.getElementById('cue').textContent === 'Here we go'")
    press(opened, "ArrowRight", "ArrowRight", "ArrowRight")
    until(opened, "document.getElementById('cue').textContent === 'and on'")


def test_another_file_is_refused(visit, made, song, tmp_path):
    other = write_tones(tmp_path / "song.wav", 180, every=4)
    short = write_tones(tmp_path / "short.wav", 5)
    opened = visit(made())
    for file, reason in ((other, "but other contents"), (short, "80,044 bytes instead of 2,880,044")):
        opened.page.locator("#media-file").set_input_files(file)
        opened.page.locator("#trouble", has_text=reason).wait_for()
        assert opened.page.locator("#play").is_disabled()


def test_what_cannot_be_played_is_told(visit, made, tmp_path):
    broken = tmp_path / "noise.mp3"
    broken.write_bytes(bytes(range(256)) * 100)
    opened = visit(made(recordings={"noise": sm.Recording("noise.mp3", 10.0)}))
    opened.page.locator("#media-file").set_input_files(broken)
    opened.page.locator("#trouble", has_text="cannot play the file").wait_for()
    opened.problems.clear()


def test_names_stay_text(visit, made, song, tmp_path):
    hostile = {SCRIPT: sm.Recording(IMAGE, 180.0, cues=((0.0, 9.0, SCRIPT),))}
    opened = visit(made(recordings=hostile, study=SCRIPT, coder=IMAGE, labels=[IMAGE, SCRIPT], guidelines=SCRIPT))
    opened.page.locator("#media-file").set_input_files(song)
    press(opened, "1", "ArrowRight", "Enter", "2", "d")
    assert opened.page.locator("img").count() == 0
    assert opened.page.locator("script").count() == 2
    corpus = sm.load(saved(opened, tmp_path), kind="labels")
    assert (corpus[SCRIPT][IMAGE].masses, corpus[SCRIPT][IMAGE].labels) == ((1000, 179_000), (IMAGE, SCRIPT))


@pytest.mark.slow
def test_three_hours_stay_smooth(visit, made, tmp_path):
    """Ready within five seconds, thirty frames a second while scrolling and zooming, below a gigabyte."""
    hours = tmp_path / "hours.wav"
    tones = write_tones(tmp_path / "tones.wav", 1800)
    with wave.open(str(tones)) as part, wave.open(str(hours), "wb") as whole:
        whole.setparams(part.getparams())
        frames = part.readframes(part.getnframes())
        for _ in range(6):
            whole.writeframes(frames)
    opened = visit(made(recordings={"hours": sm.read_recording(hours)}))
    begun = time.monotonic()
    opened.page.locator("#media-file").set_input_files(hours)
    until(opened, "document.getElementById('media').readyState > 1")
    ready = time.monotonic() - begun
    frames_per_second = opened.page.evaluate(
        """async () => {
          const wave = document.getElementById("wave");
          let frames = 0;
          const start = performance.now();
          await new Promise((done) => {
            const next = () => {
              frames += 1;
              const [deltaY, ctrlKey] = [frames % 2 ? 200 : -150, frames % 7 === 0];
              wave.dispatchEvent(new WheelEvent("wheel", { deltaY, ctrlKey, bubbles: true, cancelable: true }));
              if (performance.now() - start > 3000) done(null);
              else requestAnimationFrame(next);
            };
            requestAnimationFrame(next);
          });
          return (1000 * frames) / (performance.now() - start);
        }"""
    )
    memory = opened.page.evaluate("performance.memory.usedJSHeapSize")
    measured = f"ready after {ready:.2f} s, {frames_per_second:.0f} frames a second, {memory / 1e6:.0f} MB"
    assert ready < 5, measured
    assert frames_per_second > 30, measured
    assert memory < 1e9, measured


def test_deciding_plays_around_the_place(visit, song, tmp_path):
    def coded(*times):
        return sm.Segmentation.from_times(times, duration=180.0, resolution=0.001)

    corpus = sm.Corpus({"song": {"ann": coded(30.0, 60.2), "ben": coded(30.3)}})
    sm.adjudicate(corpus, tmp_path / "decide.html", n=501, resolution=0.001)
    opened = visit(tmp_path / "decide.html")
    opened.page.locator("#media-files").set_input_files(song)
    opened.page.locator("#sound-words", has_text="1 of 1 open").wait_for()
    assert opened.text("#dispute-title") == "song, at 1:00.200"
    press(opened, "0")
    until(opened, "document.getElementById('dispute-title').textContent.includes('0:30.000')")
    until(opened, "document.getElementById('media').currentTime > 28.2")
    until(opened, "document.getElementById('media').paused")
    assert opened.page.evaluate("document.getElementById('media').currentTime") == pytest.approx(32.3, abs=0.4)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg makes the video; on Debian: apt-get install ffmpeg")
def test_a_video_is_shown_and_cut(visit, made, tmp_path):
    clip = tmp_path / "clip.webm"
    sources = ["-f", "lavfi", "-i", "testsrc=duration=4:size=160x120:rate=10", "-f", "lavfi", "-i", "sine=duration=4"]
    command = ["ffmpeg", "-v", "error", *sources, "-c:v", "libvpx", "-c:a", "libvorbis", "-shortest", str(clip)]
    subprocess.run(command, check=True)
    opened = opened_with(visit, made(recordings={"clip": sm.read_recording(clip, seconds=4.0)}), clip)
    until(opened, "!document.getElementById('media').hidden")
    assert opened.page.locator("#media").bounding_box()["width"] > 100
    press(opened, "ArrowRight", "Enter", "d")
    assert sm.load(saved(opened, tmp_path))["clip"]["ann"].positions == (1000,)
