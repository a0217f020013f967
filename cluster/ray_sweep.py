"""Runs the jobs of a sweep on a Ray cluster, with the program that is here.

    pip install -r cluster/requirements.txt
    python cluster/ray_sweep.py SWEEP.ron --out FOLDER --sortie target/release/sortie [--address auto]

The program, the rulesets and the file of the sweep go to the nodes by themselves; a node needs nothing but Ray. A finished job is
written into FOLDER whole or not at all, as `sortie sweep` writes it, so either can go on where the other was stopped. What a
node loses by its death is done again elsewhere.
"""

import argparse
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path

import ray
from ray.exceptions import RayError

# How often a job is begun anew that died with its node, or was lost on the way.
RETRIES = 10
# Jobs that wait on each core: enough that none is idle, few enough that a death loses little.
AHEAD = 2


class Failed(Exception):
    """The program itself refused a job: it would refuse it anywhere."""


def packed(sortie: Path, sweep: Path, rulesets: Path | None) -> bytes:
    """Everything that a node needs, as one archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=1) as tar:
        tar.add(sortie.resolve(), "sortie")
        tar.add(sweep.resolve(), "sweep.ron")
        if rulesets is not None:
            tar.add(rulesets.resolve(), "rulesets")
    return out.getvalue()


def unpacked(archive: bytes, name: str) -> Path:
    """The archive, unpacked on this node: once, however many of its workers ask at a time."""
    home = Path(tempfile.gettempdir()) / f"sortie-{name}"
    if not home.is_dir():
        beside = Path(tempfile.mkdtemp(prefix="sortie-", dir=home.parent))
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(beside, filter="data")
        try:
            beside.rename(home)
        except OSError:
            # Another worker was quicker.
            shutil.rmtree(beside, ignore_errors=True)
    return home


def beside(sortie: Path) -> Path | None:
    """The folder of rulesets that the program finds for itself, if there is one: it has others inside."""
    folders = [folder / "rulesets" for folder in [Path.cwd(), *sortie.resolve().parents]]
    return next((folder for folder in folders if folder.is_dir()), None)


def words(home: Path, *more: str) -> list[str]:
    """The command line of the program that lies there."""
    rulesets = home / "rulesets"
    given = ["--rulesets", str(rulesets)] if rulesets.is_dir() else []
    return [str(home / "sortie"), *given, "sweep", str(home / "sweep.ron"), *more]


@ray.remote(num_cpus=1, max_retries=RETRIES)
def do(archive: bytes, name: str, job: int) -> tuple[int, str, bytes]:
    """Does a job on whatever node this is: its number, the name of its file, and what the file says."""
    home = unpacked(archive, name)
    with tempfile.TemporaryDirectory(prefix="sortie-job-") as out:
        args = words(home, "--job", str(job), "--out", out, "--threads", "1", "--json")
        done = subprocess.run(args, capture_output=True, text=True, check=False, cwd=home)
        found = sorted(Path(out, "jobs").rglob("*.json"))
        # A job with battles that broke off is finished, too: the gathering tells of them.
        if len(found) != 1:
            raise Failed(f"job {job}: {done.stderr.strip() or done.returncode}")
        return job, str(found[0].relative_to(out)), found[0].read_bytes()


def keep(out: Path, name: str, content: bytes) -> None:
    """Writes a file whole or not at all."""
    file = out / name
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".sortie-", suffix=".tmp", delete=False) as half:
        half.write(content)
        half.flush()
        os.fsync(half.fileno())
    os.replace(half.name, file)


def told(done: int, all_jobs: int, kept: int, begun: float) -> str:
    """How far it is."""
    rate = (done - kept) / max(time.monotonic() - begun, 1e-9)
    left = f"{(all_jobs - done) / rate / 60:.1f} min left" if rate > 0 else "no job done yet"
    nodes = sum(node["Alive"] for node in ray.nodes())
    return f"{done}/{all_jobs} jobs, {rate:.1f}/s on {nodes} nodes, {left}"


def run(sortie: Path, sweep: Path, out: Path, rulesets: Path | None = None, on_done=lambda job: None) -> dict:
    """Does all jobs that are not finished on the cluster that is connected, and gathers them. What it all came to, as
    `sortie sweep --json` tells it; `on_done` hears of every job whose result has come."""
    rulesets = rulesets or beside(sortie)
    given = ["--rulesets", str(rulesets)] if rulesets is not None else []
    here = [str(sortie), *given, "sweep", str(sweep)]
    plan = subprocess.run([*here, "--plan"], capture_output=True, text=True, check=False)
    if plan.returncode != 0:
        raise Failed(plan.stderr.strip())
    jobs = [json.loads(line)["job"] for line in plan.stdout.splitlines()]
    finished = {int(file.stem) for file in (out / "jobs").rglob("*.json")} if out.exists() else set()
    left = [job for job in jobs if job not in finished]
    left.reverse()
    content = packed(sortie, sweep, rulesets)
    archive, name = ray.put(content), hashlib.sha256(content).hexdigest()[:16]
    under_way: dict = {}
    tries: dict[int, int] = {}
    kept, done, begun, last = len(jobs) - len(left), len(jobs) - len(left), time.monotonic(), 0.0
    while left or under_way:
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))) - len(under_way)
        for _ in range(min(room, len(left))):
            job = left.pop()
            under_way[do.remote(archive, name, job)] = job
        ready, _ = ray.wait(list(under_way), num_returns=1, timeout=1.0)
        for reference in ready:
            job = under_way.pop(reference)
            try:
                number, file, part = ray.get(reference)
            except ray.exceptions.RayTaskError as why:
                # The program refused it.
                raise Failed(str(why.cause)) from why
            except RayError as why:
                # Its node died too often, or died with what had been found: it is done again.
                tries[job] = tries.get(job, 0) + 1
                if tries[job] > RETRIES:
                    raise Failed(f"job {job} was lost {tries[job]} times: {why}") from why
                left.append(job)
                continue
            keep(out, file, part)
            done += 1
            on_done(number)
        if time.monotonic() - last > 1.0:
            last = time.monotonic()
            print("\r\033[K" + told(done, len(jobs), kept, begun), end="", file=sys.stderr, flush=True)
    print("\r\033[K" + told(done, len(jobs), kept, begun), file=sys.stderr)
    # Every job is there: this only gathers, and looks at each of them.
    whole = subprocess.run([*here, "--out", str(out), "--resume", "--json"], capture_output=True, text=True, check=False)
    if not whole.stdout:
        raise Failed(whole.stderr.strip())
    return json.loads(whole.stdout)


def main() -> None:
    """The command line."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n", maxsplit=1)[0])
    asked.add_argument("sweep", type=Path, help="the file of the sweep")
    asked.add_argument("--out", type=Path, required=True, help="the folder in which finished jobs are kept")
    asked.add_argument("--sortie", type=Path, default=Path("target/release/sortie"), help="the program")
    asked.add_argument("--rulesets", type=Path, help="a folder of rulesets; those that the program finds, if left out")
    asked.add_argument("--address", help="the cluster, as in `auto` or `ray://HOST:10001`; one on this machine, if left out")
    args = asked.parse_args()
    ray.init(address=args.address, log_to_driver=False)
    try:
        print(json.dumps(run(args.sortie, args.sweep, args.out, args.rulesets)))
    except Failed as why:
        sys.exit(str(why))


if __name__ == "__main__":
    main()
