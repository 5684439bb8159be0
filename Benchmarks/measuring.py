"""Common parts of the benchmarks: running programs with their cost, measuring films, BD-rate.

Needs only Python's standard library; each function names the programs that it runs.
"""

import dataclasses
import glob
import importlib.machinery
import importlib.util
import json
import math
import os
import pathlib
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
GRANARY = ROOT / ".build/release/granary"


def fail(words):
    """Ends the program with an error message."""
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {words}")


# --- programs ------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Cost:
    """Seconds on the clock and on the processors, and the largest resident set in bytes."""

    wall: float
    cpu: float
    memory: int


def run(command):
    """Runs a command without input and output; returns its cost. Ends the program if it fails."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    words = process.stderr.read().decode(errors="replace")
    _, state, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(state)
    if process.returncode != 0:
        fail(f"exit {process.returncode} from {' '.join(map(str, command))}\n{words[-2000:]}")
    return Cost(time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def run_line(line, cores, log, accepted=(0,)):
    """Runs a shell line on some cores, in taskset's notation; returns its wall and CPU seconds, with those of its
    children. Ends the program if it fails. Needs taskset."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    with open(log, "ab") as words:
        words.write(f"\n$ {line}\n".encode())
        words.flush()
        status = subprocess.run(
            ["taskset", "-c", cores, "bash", "-o", "pipefail", "-c", line],
            stdin=subprocess.DEVNULL,
            stdout=words,
            stderr=words,
        ).returncode
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in accepted:
        tail = pathlib.Path(log).read_bytes()[-2000:].decode(errors="replace")
        fail(f"exit {status} from\n  {line}\n{tail}")
    return {"wall": wall, "cpu": after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime}


def require(*tools):
    """Ends the program unless all tools are installed."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        fail(f"not installed: {', '.join(missing)}; run Scripts/setup")


def judge():
    """An ffmpeg with libvmaf and the xpsnr filter: that of GRANARY_FFMPEG, of the search path, or of imageio-ffmpeg in
    .venv. None without one."""
    packaged = glob.glob(str(ROOT / ".venv/lib/python3*/site-packages/imageio_ffmpeg/binaries/ffmpeg-*"))
    for path in filter(None, [os.environ.get("GRANARY_FFMPEG"), shutil.which("ffmpeg"), *packaged]):
        filters = subprocess.run([path, "-hide_banner", "-filters"], capture_output=True, text=True).stdout
        if " libvmaf " in filters and " xpsnr " in filters:
            return path
    return None


def release_build(path):
    """The absolute path of a granary program; ends the program if it does not exist."""
    if not os.access(path, os.X_OK):
        fail(f"{path} does not exist; run swift build -c release")
    return str(pathlib.Path(path).resolve())


def prefer_built_x265():
    """Makes `x265` the command of the library that granary uses: versions differ by some percent in speed."""
    built = ROOT / ".cache/x265/bin"
    if (built / "x265").exists() and os.environ.get("GRANARY_X265") != "system":
        os.environ["PATH"] = f"{built}{os.pathsep}{os.environ['PATH']}"


def x265_version():
    """The version that x265 prints."""
    words = subprocess.run(["x265", "--version"], capture_output=True, text=True, check=True)
    return next(line for line in words.stderr.splitlines() if "version" in line).split("]: ", 1)[-1]


def x264_version():
    """The version that x264 prints."""
    return subprocess.run(["x264", "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]


def granary_encoder(granary):
    """The encoder of a granary program, which should be the same."""
    words = subprocess.run([granary, "capabilities", "--json"], capture_output=True, text=True, check=True)
    return "libx265 " + json.loads(words.stdout)["encoder"]["version"]


def write_manifest(path, source, output, video, **more):
    """Writes a manifest without audio; JSON is YAML."""
    job = {"apiVersion": "granary/v1", "source": str(source), "output": str(output), "video": video, "audio": "none"}
    path.write_text(json.dumps(job | more, indent=2))
    return path


def rate_lab():
    """The program `Benchmarks/rate-lab` as a module, for programs that are special cases of it."""
    loader = importlib.machinery.SourceFileLoader("rate_lab", str(ROOT / "Benchmarks/rate-lab"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("rate_lab", loader))
    loader.exec_module(module)
    return module


# --- films ---------------------------------------------------------------------------------------------------------


def probe(path, entries):
    """ffprobe's description of the first video stream."""
    output = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", entries, "-of", "json", path],
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
    ).stdout
    return json.loads(output)


def has_ten_bits(path):
    return "10" in probe(path, "stream=pix_fmt")["streams"][0]["pix_fmt"]


def video_bits(path):
    """Bits of all video samples of a file, container excluded."""
    return 8 * sum(int(packet["size"]) for packet in probe(path, "packet=size")["packets"])


def length(path):
    """Seconds from the first frame to the end of the last, which counts with the average duration; the number of
    frames."""
    times = [float(packet["pts_time"]) for packet in probe(path, "packet=pts_time")["packets"]]
    shown = sorted(time for time in times if time >= 0)
    return (shown[-1] - shown[0]) * len(shown) / (len(shown) - 1), len(shown)


def play(films, size, folder, frames=None):
    """One lossless film of all, in a folder: every picture of each, scaled and padded to one size, 24 per second;
    `frames` limits their number. Needs ffmpeg."""
    width, height = size.split("x")
    path = folder / "film.mkv"
    inputs = [word for film in films for word in ("-noautorotate", "-i", film)]
    shaped = ";".join(
        f"[{index}:v:0]setpts=N/24/TB,scale={width}:{height}:force_original_aspect_ratio=decrease:flags=bicubic,"
        f"pad={width}:{height}:-1:-1,setsar=1,format=yuv420p,settb=1/24,setpts=N[v{index}]"
        for index in range(len(films))
    )
    joined = "".join(f"[v{index}]" for index in range(len(films)))
    graph = f"{shaped};{joined}concat=n={len(films)}:v=1,settb=1/24,setpts=N,fps=24[v]"
    command = ["ffmpeg", "-nostdin", "-v", "error", "-y", *inputs, "-filter_complex", graph, "-map", "[v]"]
    if frames:
        command += ["-frames:v", str(frames)]
    lossless = ["-c:v", "libx264", "-qp", "0", "-preset", "ultrafast", "-g", "12"]
    command += ["-fps_mode", "passthrough", "-enc_time_base", "1:24", *lossless, str(path)]
    subprocess.run(command, check=True)
    return path


def pixel_format(ten_bits):
    return "yuv420p10le" if ten_bits else "yuv420p"


def decoding(film, ten_bits):
    """A shell command that decodes a film to its standard output, as x265 reads it. Needs ffmpeg."""
    return (
        f"ffmpeg -nostdin -v error -noautorotate -i {shlex.quote(str(film))} -map 0:v:0 -fps_mode passthrough "
        f"-pix_fmt {pixel_format(ten_bits)} -strict -1 -f yuv4mpegpipe -"
    )


def quality(output, film, ten_bits, folder):
    """Global PSNR of luma (from the mean squared error of the film) and mean SSIM of luma, frame by number. Needs
    ffmpeg."""
    # Times differ between a raw stream and a film, but the order of frames does not, so frames are numbered.
    number = f"format={pixel_format(ten_bits)},settb=1/1000,setpts=N"
    graph = (
        f"[0:v:0]{number},split[a][c];[1:v:0]{number},split[b][d];"
        "[a][b]psnr=stats_file=psnr.txt[p];[c][d]ssim=stats_file=ssim.txt[s]"
    )
    subprocess.run(
        ["ffmpeg", "-nostdin", "-v", "error", "-y", "-noautorotate", "-i", output]
        + ["-noautorotate", "-i", film, "-lavfi", graph]
        + ["-map", "[p]", "-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-f", "null", "-"]
        + ["-map", "[s]", "-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-f", "null", "-"],
        check=True,
        cwd=folder,
    )
    errors = figures(folder / "psnr.txt", "mse_y")
    similarity = figures(folder / "ssim.txt", "Y")
    peak = 1023 if ten_bits else 255
    mean = statistics.fmean(errors)
    psnr = 10 * math.log10(peak * peak / mean) if mean > 0 else 100.0
    return {"psnr": psnr, "ssim": statistics.fmean(similarity), "frames": len(errors)}


def judged(judge, output, film, folder):
    """Figures of each frame from an ffmpeg with libvmaf and xpsnr, by its number: VMAF by its model and by NEG's, SSIM
    of luma, and errors of luma relative to the square of the peak, plain and weighted as in XPSNR."""
    number = "format=yuv420p,settb=1/1000,setpts=N"
    models = "model=version=vmaf_v0.6.1|version=vmaf_v0.6.1neg\\\\:name=neg"
    graph = (
        f"[0:v:0]{number},split=4[a][c][e][g];[1:v:0]{number},split=4[b][d][f][h];"
        f"[a][b]libvmaf=log_fmt=json:log_path=vmaf.json:n_threads=2:{models}[v];"
        "[c][d]psnr=stats_file=psnr.txt[p];[e][f]xpsnr=stats_file=xpsnr.txt[x];[g][h]ssim=stats_file=ssim.txt[s]"
    )
    ends = ["-fps_mode", "passthrough", "-enc_time_base", "1:1000", "-f", "null", "-"]
    words = subprocess.run(
        [judge, "-nostdin", "-v", "error", "-y", "-i", str(output), "-i", str(film), "-lavfi", graph]
        + [word for label in ("[v]", "[p]", "[x]", "[s]") for word in ("-map", label, *ends)],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    if words.returncode:
        fail(f"{judge} cannot judge {output}\n{words.stderr[-2000:]}")
    frames = [frame["metrics"] for frame in json.loads((folder / "vmaf.json").read_text())["frames"]]
    weighted = []
    for line in (folder / "xpsnr.txt").read_text().splitlines():
        if line.startswith("n:"):
            value = float(line.split("XPSNR y:")[1].split()[0])
            weighted.append(0.0 if math.isinf(value) else 10 ** (-value / 10))
    return {
        "vmaf": [frame["vmaf"] for frame in frames],
        "neg": [frame["neg"] for frame in frames],
        "ssim": figures(folder / "ssim.txt", "Y"),
        "mse": [value / 255**2 for value in figures(folder / "psnr.txt", "mse_y")],
        "xmse": weighted,
    }


def decibels(error):
    """PSNR of an error relative to the square of the peak; at most 100."""
    return -10 * math.log10(error) if error > 1e-10 else 100.0


def interpolated(points, rate, key):
    """A figure of a side at a rate, interpolated linearly over the logarithm of the rate; None beyond its ends."""
    ordered = sorted((one["rate"], one[key]) for one in points.values())
    for (low, below), (high, above) in zip(ordered, ordered[1:]):
        if low <= rate <= high:
            return below + (above - below) * (math.log(rate / low) / math.log(high / low) if high > low else 0)
    return None


def figures(path, key):
    values = []
    for line in path.read_text().splitlines():
        words = dict(word.split(":", 1) for word in line.split() if ":" in word)
        values.append(float(words[key]))
    return values


# --- BD-rate -------------------------------------------------------------------------------------------------------


def pchip_slopes(x, y):
    """Slopes of shape-preserving cubics: Fritsch and Butland inside, SLATEC's three-point formula at the ends."""
    width = [b - a for a, b in zip(x, x[1:])]
    rise = [(b - a) / w for a, b, w in zip(y, y[1:], width)]
    if len(rise) == 1:
        return [rise[0], rise[0]]

    def end(near, far, near_rise, far_rise):
        slope = ((2 * near + far) * near_rise - near * far_rise) / (near + far)
        if slope * near_rise <= 0:
            return 0.0
        if near_rise * far_rise <= 0 and abs(slope) > 3 * abs(near_rise):
            return 3 * near_rise
        return slope

    slopes = [end(width[0], width[1], rise[0], rise[1])]
    for i in range(1, len(rise)):
        if rise[i - 1] * rise[i] <= 0:
            slopes.append(0.0)
            continue
        w1, w2 = 2 * width[i] + width[i - 1], width[i] + 2 * width[i - 1]
        slopes.append((w1 + w2) / (w1 / rise[i - 1] + w2 / rise[i]))
    return slopes + [end(width[-1], width[-2], rise[-1], rise[-2])]


def pchip_integral(x, y, lower, upper):
    slopes = pchip_slopes(x, y)
    total = 0.0
    for i in range(len(x) - 1):
        start, stop = max(lower, x[i]), min(upper, x[i + 1])
        if start >= stop:
            continue
        width, rise = x[i + 1] - x[i], y[i + 1] - y[i]
        d0, d1 = slopes[i] * width, slopes[i + 1] * width
        a, b = d0 + d1 - 2 * rise, 3 * rise - 2 * d0 - d1

        def antiderivative(place):
            t = (place - x[i]) / width
            return width * t * (y[i] + t * (d0 / 2 + t * (b / 3 + t * a / 4)))

        total += antiderivative(stop) - antiderivative(start)
    return total


def bd_rate(reference, test):
    """Mean difference in rate at equal quality in percent: PCHIP of log rate over quality. None without an overlap."""
    curves = []
    for points in (reference, test):
        ordered = sorted(points)
        x = [quality for _, quality in ordered]
        if len(ordered) < 2 or any(a >= b for a, b in zip(x, x[1:])):
            return None
        curves.append((x, [math.log(rate) for rate, _ in ordered]))
    lower = max(x[0] for x, _ in curves)
    upper = min(x[-1] for x, _ in curves)
    if lower >= upper:
        return None
    before, after = (pchip_integral(x, y, lower, upper) for x, y in curves)
    return 100 * (math.exp((after - before) / (upper - lower)) - 1)


def bd_rate_words(reference, test, metric):
    """BD-rate of one side's points to another's as text: points by requested rate, each with `rate` and the metric."""
    curves = [[(one["rate"], one[metric]) for one in points.values()] for points in (reference, test)]
    value = bd_rate(*curves)
    return "none: the curves do not overlap" if value is None else f"{value:+.2f} %"
