"""Steps as a film: each as it is on paper, put together by ffmpeg, which the machine has or has not."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from mmscope.figures.engine import FigureError, Film
from mmscope.figures.paper import on_paper

FilmForm = Literal["mp4", "webm"]
FFMPEG = "ffmpeg"
SECONDS = 600  # for ffmpeg
RATE = 10  # pictures a second: players find no place in a film that has fewer
NO_FFMPEG = (
    f"a film needs {FFMPEG}, which is not on the path: apt install ffmpeg, or write an .svg, which moves, too"
)
# So that any player shows it: even sides, colours of a film; and nothing of the machine or the day in it.
PLAIN = ("-vf", f"fps={RATE},crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p", "-fflags", "+bitexact")
ENCODERS: dict[FilmForm, tuple[str, ...]] = {
    "mp4": ("-c:v", "libx264", "-crf", "18", "-movflags", "+faststart"),
    "webm": ("-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-row-mt", "1", "-cpu-used", "4"),
}


def on_film(draw: Callable[[], Film], form: FilmForm, fonts: Path) -> bytes:
    """As a file; the last step stays for a while. `fonts`: as for on_paper(). Raises FigureError."""
    ffmpeg = shutil.which(FFMPEG)
    if ffmpeg is None:
        raise FigureError(NO_FFMPEG)
    film = draw()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        drawn = [on_paper(picture, "png", fonts) for picture in film.pictures]
        for n, png in enumerate(drawn + drawn[-1:] * film.rest):
            (folder / f"{n:03}.png").write_bytes(png)
        metadata = ("-metadata", f"title={film.pictures[0].title}", "-flags", "+bitexact")
        read = ("-framerate", f"1/{film.pace}", "-i", "%03d.png")
        out = f"film.{form}"
        words = [ffmpeg, "-v", "error", "-nostdin", *read, *PLAIN, *ENCODERS[form], *metadata, out]
        try:
            _run(words, folder)
        except subprocess.CalledProcessError as error:
            said = error.stderr.strip().splitlines()
            raise FigureError(f"{FFMPEG} makes no .{form}: {said[-1] if said else error}") from error
        except subprocess.TimeoutExpired as error:
            raise FigureError(f"{FFMPEG} took more than {SECONDS} s: draw fewer steps") from error
        return (folder / out).read_bytes()


def _run(words: list[str], folder: Path) -> None:
    subprocess.run(  # noqa: S603  (no shell; the words are ours, but for a title, which stands behind title=)
        words, cwd=folder, capture_output=True, check=True, timeout=SECONDS, text=True
    )
