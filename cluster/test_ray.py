"""A real cluster of three nodes on this machine; one is killed in the middle: nothing is lost, nothing is twice, and the
totals are those of the single run.

    python cluster/test_ray.py [PROGRAM]        # target/release/sortie, if left out
"""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

import ray_sweep

SWEEP = """(
    scenarios: ["scale_toughness/even"],
    settings: {"wound_at": ["meets", "exceeds"]},
    figures: ["count of Blue guard=1..4"],
    skills: ["walk"],
    battles: 100,
    job: 5,
)"""
JOBS = 160


def main() -> None:
    """The test."""
    sortie = Path(sys.argv[1] if len(sys.argv) > 1 else "target/release/sortie").resolve()
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
        cluster.wait_for_nodes()
        ray.init(address=cluster.address, log_to_driver=False)
        with tempfile.TemporaryDirectory() as folder:
            check(sortie, Path(folder), cluster, nodes)
    finally:
        ray.shutdown()
        cluster.shutdown()
    print("all is well: a node died, and nothing was lost or twice")


def check(sortie: Path, folder: Path, cluster: Cluster, nodes: list) -> None:
    """Runs the sweep on the cluster and alone, and compares."""
    sweep = folder / "sweep.ron"
    sweep.write_text(SWEEP)
    came: Counter[int] = Counter()
    killed = []

    def on_done(job: int) -> None:
        came[job] += 1
        if sum(came.values()) == JOBS // 3:
            # As a machine dies: at once, with all that it was doing and all that it had found.
            cluster.remove_node(nodes.pop(), allow_graceful=False)
            killed.append(job)

    told = ray_sweep.run(sortie, sweep, folder / "cluster", on_done=on_done)
    assert killed, "no node was killed"
    # The head hears of a death a little later.
    until = time.monotonic() + 60
    while alive() != 3 and time.monotonic() < until:
        time.sleep(0.2)
    assert alive() == 3, f"{alive()} nodes are alive, the head and two others should be"
    assert len(came) == JOBS and set(came.values()) == {1}, came
    alone = subprocess.run(
        [str(sortie), "sweep", str(sweep), "--out", str(folder / "alone"), "--json"], capture_output=True, text=True, check=True
    )
    assert told == json.loads(alone.stdout), "the totals differ from those of the single run"
    parts = {name: files(folder / name) for name in ["cluster", "alone"]}
    assert len(parts["cluster"]) == JOBS and parts["cluster"] == parts["alone"], "the files of jobs differ"
    # Whoever asks again does nothing again.
    came.clear()
    assert ray_sweep.run(sortie, sweep, folder / "cluster", on_done=on_done) == told and not came


def alive() -> int:
    """The nodes that are alive, as far as the cluster knows."""
    return sum(node["Alive"] for node in ray.nodes())


def files(folder: Path) -> dict[str, bytes]:
    """Every job of a folder, by its name."""
    jobs = folder / "jobs"
    return {str(file.relative_to(jobs)): file.read_bytes() for file in jobs.rglob("*.json")}


if __name__ == "__main__":
    main()
