"""contrib/slurm on a cluster of one node, with Slurm's own daemons: an array of 8 shards, of which one is queued again
and one is killed, gives what a single run gives.
usage: slurm_test.py ULNA [TEST]...
"""
import getpass
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
RUN = ["certify", "--port", "scalar", "--op", "sort_verts_by_influences", "--op", "tween_verts",
       "--seeds", "12"]
SHARDS = 8
ENOUGH = 100  # seconds, for whatever is waited for on a busy machine
DAEMONS = ["munged", "slurmctld", "slurmd", "sbatch"]


def program(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, is_there):
    end = time.monotonic() + ENOUGH
    while time.monotonic() < end:
        found = is_there()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError(f"waited in vain for {what}")


def without_times(value):
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "started")}
    if isinstance(value, list):
        return [without_times(v) for v in value]
    return value


class Cluster:
    """munged, slurmctld and slurmd of its own, in a folder of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        user = getpass.getuser()
        (folder / "key").write_bytes(os.urandom(128))
        (folder / "key").chmod(0o600)
        for name in ("state", "spool", "run"):
            (folder / name).mkdir(mode=0o755)
        sock = folder / "run" / "munge"
        host = socket.gethostname().split(".")[0]
        (folder / "slurm.conf").write_text(f"""ClusterName=ulna
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={sock},cred_expire=5
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/run/slurmctld.pid
SlurmdPidFile={folder}/run/slurmd.pid
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
KillWait=5
ReturnToService=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
""")
        self.sock, self.host = sock, host
        self.env = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf")}

    def begin(self):
        folder, sock = self.folder, self.sock
        self.start("munged", "--foreground", "--force", f"--key-file={folder}/key", f"--socket={sock}",
                   f"--pid-file={folder}/run/munged.pid", f"--log-file={folder}/run/munged.log",
                   f"--seed-file={folder}/run/munged.seed")
        wait_for("munged", sock.exists)
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D", "-N", self.host)
        wait_for("an idle node", lambda: "idle" in self.ask("sinfo", "-h", "-o", "%t"))

    def start(self, name, *arguments):
        log = open(self.folder / "run" / f"{name}.txt", "wb")
        self.daemons.append(subprocess.Popen([program(name), *arguments], env=self.env, stdout=log, stderr=log))

    def ask(self, *command):
        return subprocess.run(command, env=self.env, capture_output=True, text=True).stdout

    def end(self):
        self.ask("scancel", "--user", getpass.getuser())
        for daemon in reversed(self.daemons):
            daemon.send_signal(signal.SIGTERM)
        for daemon in self.daemons:
            try:
                daemon.wait(20)
            except subprocess.TimeoutExpired:
                daemon.kill()

    def state(self, job):
        """As "COMPLETED", and the exit code."""
        text = self.ask("scontrol", "show", "job", "-o", job)
        return (re.search(r"JobState=(\S+)", text) or [None, ""])[1], (re.search(r" ExitCode=(\d+):", text) or [None, ""])[1]

    def ended(self, job):
        state, code = self.state(job)
        return (state, int(code)) if state in ("COMPLETED", "FAILED", "TIMEOUT", "CANCELLED") else None


class Submit(unittest.TestCase):
    """What is handed to sbatch, by one that only writes it down."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ulna-submit-")
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        sbatch = self.work / "bin" / "sbatch"
        sbatch.parent.mkdir()
        sbatch.write_text(f'#!/bin/sh\necho "$@" >> {self.work}/jobs\ncat >> {self.work}/jobs\necho 7\n')
        sbatch.chmod(0o755)

    def submit(self, *arguments, code=0):
        env = {**os.environ, "PATH": f"{self.work}/bin:" + os.environ["PATH"], "ULNA_COMMAND": ULNA}
        run = subprocess.run([SOURCE / "contrib/slurm/submit", *arguments], cwd=self.work, env=env, text=True,
                             capture_output=True)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        if code:
            self.assertRegex(run.stderr, r"\A(submit: [^\n]+|usage: [\s\S]+)\n\Z")
            self.assertFalse((self.work / "jobs").exists())
            return run.stderr
        text = (self.work / "jobs").read_text()
        (self.work / "jobs").unlink()
        array, merge = text.split("#!/bin/bash\n")[:2]
        return array, *merge.split("--parsable", 1)

    def test_options_of_the_array_are_not_those_of_the_merge(self):
        array, script, merge = self.submit("8%2", "dir", "--dependency=afterok:3", "--mem=2G", "--", "certify",
                                           "--port", "x.so", "--seeds", "9")
        self.assertIn("--array=1-8%2", array)
        self.assertIn("--dependency=afterok:3", array)
        self.assertIn("--jobs", script)
        self.assertIn("--shard \"$SLURM_ARRAY_TASK_ID/8\"", script)
        self.assertIn("--dependency=afterany:7", merge)
        self.assertNotIn("afterok", merge)
        self.assertIn("--mem=2G", merge)

    def test_only_certify_is_told_how_many_jobs(self):
        self.assertNotIn("--jobs", self.submit("2", "dir", "--", "hunt", "slerp", "--port", "x.so")[1])
        script = self.submit("2", "dir", "--", "certify", "--port", "x.so", "--jobs", "4")[1]
        self.assertEqual(script.count("--jobs"), 1)

    def test_what_it_cannot_do_is_refused_before_anything_is_queued(self):
        certify = ["--", "certify", "--port", "x.so"]
        self.assertIn("SHARDS%4", self.submit("2", "dir", "--array=1-4%2", *certify, code=2))
        self.assertIn("a folder", self.submit("2", "", *certify, code=2))
        self.assertIn("whole number", self.submit("0", "dir", *certify, code=2))
        self.assertIn("whole number", self.submit("2%x", "dir", *certify, code=2))
        self.assertIn("hunt, sweep or mutate", self.submit("2", "dir", "--", "fuzz", "--for", "1h", code=2))
        self.assertIn("no folder can be made", self.submit("2", "/proc/x", *certify, code=2))
        self.submit("2", "dir", "--dependency", code=2)


def process_of(shard):
    """The ulna that does it, while it runs."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if b"--shard" in words and f"{shard}/{SHARDS}".encode() in words and b"certify" in words:
                return int(entry.name)
    return None


class SlurmTest(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-slurm-"))
        self.addCleanup(shutil.rmtree, self.work, ignore_errors=True)
        (self.work / "cluster").mkdir()
        self.cluster = Cluster(self.work / "cluster")
        self.addCleanup(self.cluster.end)
        self.cluster.begin()

    def submit(self):
        done = subprocess.run([SOURCE / "contrib" / "slurm" / "submit", str(SHARDS), str(self.work / "out"), "--", *RUN],
                              env={**self.cluster.env, "ULNA_COMMAND": ULNA}, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return re.findall(r"job (\d+)", done.stdout)

    def log(self, name):
        path = self.work / "out" / "logs" / f"{name}.txt"
        return path.read_text() if path.exists() else ""

    def units_of(self, shard):
        path = self.work / "out" / "shards" / str(shard) / "units.jsonl"
        return path.read_text().count('"result"') if path.exists() else 0

    def merged(self, job):
        return wait_for("the merge", lambda: self.cluster.ended(job))

    def test_an_array_of_which_one_is_queued_again_and_one_is_killed(self):
        array, merge = self.submit()
        wait_for("a unit of shard 1", lambda: self.units_of(1) >= 1)
        self.cluster.ask("scontrol", "requeue", f"{array}_1")
        wait_for("a unit of shard 4", lambda: self.units_of(4) >= 1)
        os.kill(wait_for("shard 4", lambda: process_of(4)), signal.SIGKILL)
        state, code = self.merged(merge)
        self.assertEqual((state, code), ("FAILED", 3), self.log("merge"))
        self.assertIn(f"missing: 1 of {SHARDS} shards", self.log("merge"))
        self.assertIn("--seeds 12 --shard 4/8 --out shards/4", self.log("merge"))
        self.assertIn("units are done; going on", self.log("1"))

        before = self.units_of(4)
        array, merge = self.submit()
        self.assertEqual(self.merged(merge), ("COMPLETED", 0), self.log("merge"))
        self.assertIn(f"{before} of 3 units are done; going on", self.log("4"))

        single = self.work / "single"
        subprocess.run([ULNA, *RUN, "--out", single], check=True, stdout=subprocess.DEVNULL)
        one, many = (json.loads((folder / "certificate.json").read_text()) for folder in (single, self.work / "out"))
        self.assertEqual(without_times(one), without_times(many))
        witnesses = sorted(path.name for path in (single / "witnesses").iterdir())
        self.assertEqual(witnesses, sorted(path.name for path in (self.work / "out" / "witnesses").iterdir()))
        for name in witnesses:
            self.assertEqual((single / "witnesses" / name).read_bytes(),
                             (self.work / "out" / "witnesses" / name).read_bytes())

    def test_says_what_is_wrong_with_what_was_asked_for(self):
        def refused(*arguments, **env):
            done = subprocess.run([SOURCE / "contrib" / "slurm" / "submit", *arguments], capture_output=True, text=True,
                                  env={**self.cluster.env, "ULNA_COMMAND": ULNA, **env})
            self.assertEqual(done.returncode, 2)
            return done.stderr
        out = str(self.work / "out")
        self.assertIn("usage:", refused("8", out, *RUN))
        self.assertIn("usage:", refused("8", out, "--"))
        self.assertIn("say a whole number", refused("eight", out, "--", *RUN))
        self.assertIn("install ulna, or say where", refused("8", out, "--", *RUN, ULNA_COMMAND="no-such-ulna"))


if __name__ == "__main__":
    missing = [name for name in DAEMONS if not program(name)]
    if missing:
        print(f"not run: no {', '.join(missing)}; apt-get install slurmctld slurmd slurm-client munge")
        sys.exit(77)
    ULNA = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
