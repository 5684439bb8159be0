"""Common parts of the fault campaigns: a small job, the library that intercepts a program's file calls, states of a
job's folder, and the tables of Docs/Reliability.md.

Needs only Python's standard library; ffmpeg makes the film, cc builds the library (Tests/Faults/calls.c).
"""

import collections
import contextlib
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

import measuring

ROOT = measuring.ROOT
CACHE = ROOT / ".cache/faults"
PAGE = ROOT / "Docs/Reliability.md"


# --- the library -----------------------------------------------------------------------------------------------------


def library():
    """Builds the library if it is older than its source; returns its path."""
    source, built = ROOT / "Tests/Faults/calls.c", CACHE / "calls.so"
    if not built.exists() or built.stat().st_mtime < source.stat().st_mtime:
        CACHE.mkdir(parents=True, exist_ok=True)
        fresh = CACHE / f"calls.{os.getpid()}.so"
        measuring.run(["cc", "-O1", "-Wall", "-shared", "-fPIC", "-o", str(fresh), str(source), "-ldl", "-lpthread"])
        fresh.replace(built)
    return built


Record = collections.namedtuple(
    "Record", "fired call process time result error inode offset flags written other file content"
)


def records(path):
    """The calls that the library logged, in order."""
    data = path.read_bytes() if path.exists() else b""
    place, found = 0, []
    while place < len(data):
        end = data.index(b"\n", place)
        words = data[place:end].decode().split(" ")
        numbers = [int(word) for word in words[1:]]
        place = end + 1
        parts = []
        for length in numbers[-3:]:
            parts.append(data[place : place + length])
            place += length
        other, file = (part.decode(errors="surrogateescape") for part in parts[:2])
        found.append(Record(words[0][0] == "!", words[0].lstrip("!"), *numbers[:-3], other, file, parts[2]))
    return found


# --- a small job -----------------------------------------------------------------------------------------------------


class Bench:
    """A film of one and a half seconds, a job with three ranges, and a folder for all of its files.

    The job has the same path in all of its states, because its documents contain paths.
    """

    def __init__(self, folder, granary):
        self.folder, self.granary = folder.resolve(), granary.resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.source, self.manifest = self.folder / "source.mp4", self.folder / "job.json"
        self.work = self.folder / "work"
        self.output, self.jobs, self.scratch = self.work / "out/film.mp4", self.work / "jobs", self.work / "scratch"
        self.states = self.folder / "states"
        self.known, self.volatile = {}, set()
        measuring.run(
            ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=128x72:r=24:d=1.5"]
            + ["-f", "lavfi", "-i", "sine=f=440:d=1.5", "-c:v", "libx264", "-preset", "ultrafast", "-threads", "1"]
            + ["-g", "12", "-c:a", "aac", "-b:a", "64k", "-bitexact", str(self.source)]
        )
        self.manifest.write_text(
            json.dumps(
                {
                    "apiVersion": "granary/v1",
                    "name": "faults",
                    "source": str(self.source),
                    "output": str(self.output),
                    "video": {"speed": "ultrafast", "rate": {"average": "150k"}},
                    "passes": {"maximum": 3, "tolerance": "10%", "budget": "100%"},
                    "ranges": {"minimum": "0.4s", "maximum": "0.5s"},
                }
            )
        )

    def environment(self, log=None, **faults):
        """The environment of a program; with a log or faults it loads the library."""
        variables = dict(os.environ, TMPDIR=str(self.scratch), XDG_CONFIG_HOME="/nonexistent")
        variables["SWIFT_BACKTRACE"] = "enable=no"
        if log or faults:
            places = {"job": self.job, "jobs": self.jobs, "out": self.output.parent, "source": self.source}
            places["scratch"] = self.scratch
            if "content" in faults:  # There, one folder has one name.
                del places["job"]
            variables["LD_PRELOAD"] = str(library())
            variables["FAULTS_PLACES"] = ":".join(f"{name}={path}" for name, path in places.items())
            if log:
                variables["FAULTS_LOG"] = str(log)
            variables.update({f"FAULTS_{name.upper()}": str(value) for name, value in faults.items()})
        return variables

    @property
    def job(self):
        """The folder of the job: the only job folder, or a name that does not exist."""
        found = [path for path in self.jobs.glob("*") if path.is_dir()] if self.jobs.exists() else []
        return found[0] if len(found) == 1 else self.jobs / self.states_job

    states_job = "unknown"

    def empty(self):
        """Removes all files of the job."""
        shutil.rmtree(self.work, ignore_errors=True)
        for path in (self.output.parent, self.scratch):
            path.mkdir(parents=True)

    def keep(self, name):
        """Stores the present state under a name; the scratch folder stays empty, as it belongs to no state."""
        shutil.rmtree(self.states / name, ignore_errors=True)

        def left_out(folder, names):  # A process that has just ended may still remove its scratch files.
            return names if pathlib.Path(folder) == self.scratch else []

        shutil.copytree(self.work, self.states / name, symlinks=True, ignore=left_out)

    def restore(self, name):
        """Restores a stored state, with the modification times of its files."""
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.states / name, self.work, symlinks=True)

    def run(self, words, seconds=120, **environment):
        """Runs granary; returns its exit code (None: it hung and was killed) and its output on both channels."""
        process = subprocess.Popen(
            [self.granary, *map(str, words)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=self.environment(**environment),
            start_new_session=True,
        )
        try:
            said = process.communicate(timeout=seconds)[0]
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0].decode(errors="replace")
        return process.returncode, said.decode(errors="replace")

    def whole(self, workers=2):
        """Arguments for the whole job: start or continue it."""
        return ["run", self.manifest, "--jobs", self.jobs, "--workers", workers, "--progress", "none"]

    def film(self):
        """The digest of the file with the film's name; None if there is none."""
        return digest(self.output) if self.output.exists() else None

    def make_reference(self):
        """Runs the job twice undisturbed: values that differ between the two are not part of a state."""
        documents = []
        for name in ("first", "reference"):
            self.empty()
            code, said = self.run(self.whole())
            if code != 0:
                measuring.fail(f"the undisturbed job ended with {code}:\n{said}")
            documents.append(
                {str(path.relative_to(self.job)): json.loads(path.read_text()) for path in self.job.rglob("*.json")}
            )
            self.keep(name)
            self.states_job = self.job.name
            film = self.film()
            if name == "reference" and film != self.right:
                measuring.fail("two undisturbed runs gave different films")
            self.right = film
        for name, document in documents[0].items():
            differing(document, documents[1].get(name), self.volatile)
        shutil.rmtree(self.states / "first")

    def state(self):
        """A digest of the job's present state, without logs, reports, scratch files and values that always differ."""
        whole = hashlib.sha256()
        for path in sorted(self.work.rglob("*")):
            name = re.sub(r"\.[0-9A-Za-z-]+\.partial$", ".*.partial", str(path.relative_to(self.work)))
            if path.is_dir() or name.startswith("scratch/") or "/log/" in name or path.name.startswith("report."):
                continue
            content = path.read_bytes() if path.name != "coordinator.lock" else b""
            if path.suffix == ".json":
                with contextlib.suppress(ValueError):
                    content = json.dumps(without(json.loads(content), self.volatile), sort_keys=True).encode()
                    content = re.sub(rb"\.[0-9A-Za-z-]+\.partial", b".*.partial", content)
                    # The same state in another folder.
                    content = content.replace(str(self.folder).encode(), b"")
            whole.update(f"{name}\0{len(content)}\0".encode() + content)
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                if path.name == "mux.json":  # Whether the film's time of writing is what the mux noted decides, too.
                    mux = json.loads(path.read_text())
                    for film in (self.output, pathlib.Path(mux["path"])):
                        same = film.exists() and film.stat().st_mtime_ns == mux["modificationTime"]
                        whole.update(str(same).encode())
        return whole.hexdigest()

    def resumed(self):
        """Continues the job from its present state and returns the faults; runs only once for each state."""
        state = self.state()
        if state not in self.known:
            code, said = self.run(self.whole())
            faults = [] if code == 0 else [f"resuming ended with {code}: {last_words(said)}"]
            film = self.film()
            if film != self.right:
                faults.append("resuming gave no film" if film is None else "resuming gave another film")
            self.known[state] = faults
        return self.known[state]

    def left_running(self, grace=2.0):
        """Processes that still work on the job some seconds after it ended; they are killed."""
        end = time.monotonic() + grace
        while (found := self.at_work()) and time.monotonic() < end:
            time.sleep(0.02)
        for process in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return found

    def at_work(self):
        mark, found = str(self.work).encode(), []
        for entry in pathlib.Path("/proc").iterdir():
            with contextlib.suppress(OSError):
                if entry.name.isdigit() and int(entry.name) != os.getpid() and mark in (entry / "cmdline").read_bytes():
                    if (entry / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z":
                        found.append(int(entry.name))
        return found


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def differing(one, other, found, name=None):
    """Adds the names of the keys whose values differ between two documents."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            differing(one.get(key), other.get(key), found, key)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for left, right in zip(one, other):
            differing(left, right, found, name)
    elif one != other:
        found.add(name)


def without(document, names):
    """A document without some keys."""
    if isinstance(document, dict):
        return {key: without(value, names) for key, value in document.items() if key not in names}
    return [without(value, names) for value in document] if isinstance(document, list) else document


def last_words(said):
    """The error that a program printed, in one line."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    start = next((index for index, line in enumerate(lines) if "granary:" in line), max(len(lines) - 3, 0))
    return " / ".join(lines[start : start + 4])[:600]


# --- points that are done --------------------------------------------------------------------------------------------


class Points:
    """Finished points of a campaign, one JSON object per line: an interrupted campaign continues after the last one.

    Points of another build, or with other settings, do not count.
    """

    def __init__(self, name, granary, *settings):
        build = hashlib.sha256(granary.read_bytes() + repr(settings).encode()).hexdigest()[:16]
        self.path = CACHE / f"{name}-{build}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = self.path.read_text().splitlines() if self.path.exists() else []
        self.done = {}
        for line in lines:
            with contextlib.suppress(ValueError):  # The last line of one that was cut off.
                point = json.loads(line)
                self.done[point["point"]] = point

    def add(self, point, **found):
        self.done[point] = dict(point=point, **found)
        with open(self.path, "a") as file:
            file.write(json.dumps(self.done[point]) + "\n")


def record_row(heading, row):
    """Adds a row to the table under a heading of Docs/Reliability.md."""
    lines = PAGE.read_text().splitlines()
    place = lines.index(f"## {heading}") + 1
    while not lines[place].startswith("| ---"):
        place += 1
    while place < len(lines) and lines[place].startswith("|"):
        place += 1
    lines.insert(place, "| " + " | ".join(str(cell) for cell in row) + " |")
    PAGE.write_text("\n".join(lines) + "\n")


def commit():
    words = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    return subprocess.run(words, capture_output=True, text=True).stdout.strip() or "unknown"


def today():
    return time.strftime("%Y-%m-%d")
