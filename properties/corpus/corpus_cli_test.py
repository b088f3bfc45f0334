#!/usr/bin/python3
"""corpus_cli_test.py ULNA SOURCE: `ulna corpus` from the outside, in folders of its own.

ULNA is the executable, SOURCE the folder of the repository. Needs cc and objdump.
"""
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

# What a build that counts lines says where it cannot write its counts.
PROFILING = re.compile(r"^profiling: .*\n", re.MULTILINE)

# lerp_joints, as near the exact value as floats are, and then BUG.
LERP = r"""
#include <math.h>
#include <ulna/port.h>

static void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend, float t,
                        const int32_t* index, int32_t num) {
  if (t <= 0) return;
  for (; num > 0; --num, ++index) {
    float* a = &joints[*index].q.x;
    const float* b = &blend[*index].q.x;
    double x[8], s = 0, dot = 0, u = t;
    if (t >= 1) {
      joints[*index] = blend[*index];
      continue;
    }
    for (int i = 0; i < 4; ++i) dot += (double)a[i] * (double)b[i];
    for (int i = 0; i < 8; ++i) x[i] = a[i] * (1 - u) + b[i] * (i < 4 && dot < 0 ? -u : u);
    for (int i = 0; i < 4; ++i) s += x[i] * x[i];
    for (int i = 0; i < 8; ++i) a[i] = (float)(i < 4 ? x[i] / sqrt(s) : x[i]) + BUG;
  }
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof port, .name = "mine", .cpu_features = "",
                                 .lerp_joints = lerp_joints};
  return &port;
}
"""


def files(folder):
    return {str(p.relative_to(folder)): p.read_bytes()
            for p in Path(folder).rglob("*") if p.is_file()}


class Corpus(unittest.TestCase):
    witnesses = None  # of published's lerp_joints and slerp_joints, in a folder of all tests

    @classmethod
    def setUpClass(cls):
        cls.shared = tempfile.TemporaryDirectory(prefix="ulna-corpus-")
        cls.out = Path(cls.shared.name) / "out"
        run = subprocess.run([ULNA, "certify", "--port", "published", "--op", "slerp_joints",
                              "--out", cls.out], capture_output=True, text=True, timeout=120,
                             check=False)
        assert run.returncode == 1, run.stdout + run.stderr
        cls.witnesses = sorted((cls.out / "witnesses").glob("*.case"))
        cls.refuting = next(p for p in cls.witnesses if "out_of_bound" in p.name)

    @classmethod
    def tearDownClass(cls):
        cls.shared.cleanup()

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ulna-corpus-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.dir = self.folder / "corpus"

    def ulna(self, *arguments, **options):
        return subprocess.run([ULNA, "corpus", *map(str, arguments)], cwd=self.folder,
                              capture_output=True, text=True, timeout=120, check=False, **options)

    def expect(self, code, run):
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def refused(self, *arguments, naming, **options):
        """Exit code 2, one line that names what cannot be used, and the corpus as it was."""
        before = files(self.dir) if self.dir.is_dir() else None
        run = self.ulna(*arguments, **options)
        self.expect(2, run)
        self.assertEqual(run.stdout, "")
        said = PROFILING.sub("", run.stderr)
        self.assertRegex(said, r"\Aulna: [^\n]+\n\Z")
        self.assertIn(naming, said)
        self.assertEqual(files(self.dir) if self.dir.is_dir() else None, before)
        return said

    def replayed(self):
        """Nothing came back and nothing got worse, on all built-in ports that this CPU can run."""
        run = self.ulna("replay")
        return self.expect(3 if "not run: this CPU lacks" in run.stdout else 0, run)

    # Less exact than it could be, and well within the bound.
    WORSE = "(i < 4) * 1.2e-7f"

    def port(self, bug="0", features=""):
        source = self.folder / "mine.c"
        source.write_text(LERP.replace("BUG", bug)
                          .replace('.cpu_features = ""', f'.cpu_features = "{features}"'))
        library = self.folder / "mine.so"
        subprocess.run(["cc", "-O2", "-ffp-contract=off", "-shared", "-fPIC",
                        f"-I{SOURCE}/include", "-o", library, source, "-lm"], check=True)
        return library

    def certify(self, port):
        out = self.folder / "mine-out"
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run([ULNA, "certify", "--port", port, "--op", "lerp_joints", "--out", out],
                       capture_output=True, timeout=120, check=False)
        return out / "witnesses"

    # --- add ------------------------------------------------------------------------------------

    def test_a_finding_becomes_a_regression_once(self):
        out = self.expect(0, self.ulna("add", self.refuting))
        added = re.search(r"added (slerp_joints/regressions/published-out_of_bound-\w{12}\.case)",
                          out)
        self.assertTrue(added, out)
        note = (self.dir / added[1]).read_text().splitlines()[2]
        self.assertRegex(note, r"\Anote corpus regressions; port published; finding out_of_bound; "
                               r"tables [0-9a-f]{8}; found \d{4}-\d\d-\d\d; by out_of_bound by ")
        before = files(self.dir)
        self.assertIn("known: ", self.expect(0, self.ulna("add", self.refuting)))
        self.assertEqual(files(self.dir), before)
        self.replayed()

    def test_a_folder_is_taken_for_what_is_new(self):
        out = self.expect(0, self.ulna("add", self.out))
        for path in self.witnesses:  # two of them may show the same finding
            new = re.escape(f"{path}: ") + r"(added |known: .*, as .* shows it too)"
            self.assertEqual(len(re.findall(new, out)), 1, out)
        self.assertEqual({p.parts[-2] for p in self.dir.rglob("*.case")},
                         {"regressions", "worst"})
        before = files(self.dir)
        out = self.expect(0, self.ulna("add", self.out))
        self.assertNotIn(": added ", out)
        self.assertEqual(files(self.dir), before)

    def test_the_largest_error_is_kept_and_the_smaller_one_replaced(self):
        self.expect(0, self.ulna("add", self.folder_of_edge_cases(), "--port", "scalar"))
        first = {p.name for p in self.dir.glob("*/worst/*.case")}
        run = subprocess.run([ULNA, "certify", "--port", "scalar", "--op", "slerp_joints", "--out",
                              self.folder / "o"], capture_output=True, timeout=120, check=False)
        self.assertEqual(run.returncode, 0)
        out = self.expect(0, self.ulna("add", "o/witnesses"))
        self.assertIn(" before", out)
        worst = list(self.dir.glob("*/worst/*.case"))
        self.assertTrue(first - {p.name for p in worst}, "nothing was replaced")
        kept = [p.name.rsplit("-", 1)[0] for p in worst]
        self.assertEqual(len(kept), len(set(kept)), "two records of one quantity")
        self.expect(0, self.ulna("add", self.refuting))  # of published such findings are known then
        self.replayed()
        # The smaller ones are refused now, by name, and passed over in a folder.
        seed = next(self.folder.glob("edges/*.case"))
        self.refused("add", seed, "--port", "scalar", naming="nothing new on scalar")
        self.assertIn("left out", self.expect(0, self.ulna("add", "edges", "--port", "scalar")))

    def folder_of_edge_cases(self, operation="slerp_joints"):
        """Small seeds. Where denormals are flushed, a lerp of next to nothing has no error."""
        self.expect(0, self.ulna("seed", "--to", "seeds", "--op", operation))
        edges = self.folder / "edges"
        edges.mkdir()
        for path in sorted(self.folder.glob(f"seeds/{operation}/seeds/[1-4]-*.case")):
            if "flush" not in path.name:
                shutil.copy(path, edges)
        self.assertTrue(any(edges.iterdir()))
        return edges

    def test_a_seed_is_kept_on_request(self):
        self.expect(0, self.ulna("seed", "--to", "seeds", "--op", "slerp_joints"))
        nothing = next(self.folder.glob("seeds/slerp_joints/seeds/0-*.case"))
        error = self.refused("add", nothing, naming="shows nothing new")
        self.assertRegex(error, "on asm, (asm_avx2, )?(avx2, )?(avx512, )?best, published, scalar, sse, sse3")
        out = self.expect(0, self.ulna("add", nothing, "--seed", "--by", "somebody; by chance"))
        self.assertIn("(a seed)", out)
        (seed,) = self.dir.rglob("*.case")
        self.assertIn("; by somebody; by chance\n", seed.read_text())
        before = files(self.dir)
        self.assertIn("known: ", self.expect(0, self.ulna("add", nothing, "--seed")))
        self.assertEqual(files(self.dir), before)
        # Twice in one go it is kept once.
        shutil.copy(nothing, self.folder / "copy.case")
        out = self.expect(0, self.ulna("add", nothing, "copy.case", "--seed", "--to", "other"))
        self.assertRegex(out, r"(?m)^copy.case: known: a seed; its case is that of ")
        self.assertEqual(len(files(self.folder / "other")), 1)

    def test_a_stranger_s_bug_is_kept_and_fixed(self):
        witnesses = self.certify(self.port(bug="(i == 3 && num == 5) * 1e-3f"))
        out = self.expect(0, self.ulna("add", witnesses, "--port", "./mine.so"))
        self.assertEqual(len(list(self.dir.glob("lerp_joints/regressions/mine-*"))), 1, out)
        size = max(p.stat().st_size for p in self.dir.rglob("*.case"))
        self.assertLess(size, 2000, "not cut down")
        self.replayed()  # ours pass it
        out = self.expect(1, self.ulna("replay", "--port", "./mine.so"))
        self.assertRegex(out, r"(?m)^finding: mine: out_of_bound: ")
        command = re.search(r"(?m)^  (\S+ replay .*)$", out)[1]
        self.assertEqual(subprocess.run(command, shell=True, cwd=self.folder, timeout=60,
                                        capture_output=True, check=False).returncode, 1)
        self.port()
        self.expect(0, self.ulna("replay", "--port", "./mine.so"))

    def test_what_cannot_be_used(self):
        self.expect(0, self.ulna("add", self.refuting))
        self.refused("add", "nowhere.case", naming="nowhere.case")
        good = self.refuting.read_text()
        for name, text in (("short.case", good[:200]),
                           ("altered.case", good.replace("lerp 0", "lerp 1", 1)),
                           ("empty.case", "")):
            (self.folder / name).write_text(text)
            # One bad file, and none of the others is added either.
            self.refused("add", *self.witnesses, name, naming=name)
        (self.folder / "empty").mkdir()
        self.refused("add", "empty", naming="empty: there is no .case file in it")
        self.refused("add", self.refuting, "--port", "nosuch", naming="nosuch")
        self.refused("add", self.refuting, "--port", self.port(), naming="does not implement")
        self.refused("add", self.refuting, "--port", "", naming="--port: name a port")
        self.refused("add", self.refuting, "--to", "", naming="--to")
        self.refused("replay", "--dir", "nowhere", naming="nowhere")
        self.assertEqual(self.ulna().returncode, 2)
        self.assertEqual(self.ulna("add").returncode, 2)

    def test_a_port_for_another_cpu_is_not_run(self):
        edges = self.folder_of_edge_cases("lerp_joints")
        self.expect(0, self.ulna("add", edges, "--port", self.port()))
        port = self.port(features="3dnow")
        self.refused("add", edges, "--port", port, naming="this CPU lacks 3dnow")
        out = self.expect(3, self.ulna("replay", "--port", port))
        self.assertRegex(out, r"(?m)^mine .* not run: this CPU lacks 3dnow$")

    def test_an_installation_without_ports(self):
        ulna = shutil.copy(ULNA, self.folder / "ulna")
        private = self.folder / "lib" / "ulna"
        private.mkdir(parents=True)
        shutil.copy(Path(ULNA).parent.parent / "lib" / "ulna" / "ulna-tools", private)
        run = subprocess.run([ulna, "corpus", "add", self.refuting], cwd=self.folder, timeout=60,
                             capture_output=True, text=True, check=False)
        self.expect(2, run)
        self.assertRegex(run.stderr, r"\Aulna: [^\n]+: no built-in port runs slerp_joints here; ")

    def test_a_broken_corpus_is_named(self):
        self.expect(0, self.ulna("add", self.refuting))
        (path,) = self.dir.glob("*/regressions/*.case")
        path.write_bytes(path.read_bytes()[:-20])
        name = str(path.relative_to(self.folder))
        self.refused("replay", naming=name)
        self.refused("add", self.refuting, naming=name)

    def test_a_place_that_cannot_be_written(self):
        (self.folder / "file").write_text("")
        self.refused("add", self.refuting, "--to", "file/corpus", naming="file/corpus")
        self.refused("add", self.refuting, "--to", "/proc/corpus", naming="/proc/corpus")

    def test_files_may_not_grow(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        self.expect(0, self.ulna("seed", "--op", "combine_bones"))
        # A build that counts lines must not write its counts under that limit.
        uncounted = dict(os.environ, GCOV_PREFIX=str(self.folder / "counts"))
        self.refused("seed", "--op", "lerp_joints", naming="nothing was added", preexec_fn=limit,
                     env=uncounted)

    def test_a_full_disk(self):
        # A disk of our own, which not every system lets us have.
        script = """mkdir disk && mount -t tmpfs -o size=32k none disk || exit 77
            "$0" corpus seed --to disk --op combine_bones 2> said; echo $? > code
            ls -A disk > left"""
        run = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", script, ULNA],
                             cwd=self.folder, capture_output=True, timeout=60, check=False)
        if run.returncode != 0:
            self.skipTest("the system lets nobody mount a disk")
        read = {name: (self.folder / name).read_text() for name in ("said", "code", "left")}
        self.assertEqual((read["code"], read["left"]), ("2\n", ""))
        self.assertRegex(read["said"], r"\Aulna: [^\n]*No space left on device[^\n]*"
                                       r"nothing was added\n\Z")

    def test_killed_at_any_moment(self):
        moment = random.Random(1)
        start = time.monotonic()
        self.expect(0, self.ulna("add", self.out))
        whole = time.monotonic() - start
        names = set(files(self.dir))
        for _ in range(12):
            shutil.rmtree(self.dir)
            process = subprocess.Popen([ULNA, "corpus", "add", self.out], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(whole * moment.uniform(0.5, 1.1))
            process.kill()
            process.wait()
            self.expect(0, self.ulna("add", self.out))
            self.assertEqual(set(files(self.dir)), names)
            self.replayed()

    # --- replay ---------------------------------------------------------------------------------

    def test_a_port_that_got_worse_and_better(self):
        port = self.port()
        edges = self.folder_of_edge_cases("lerp_joints")
        self.expect(0, self.ulna("add", edges, "--port", port))
        good = files(self.dir)
        self.assertIn("nothing got worse", self.expect(0, self.ulna("replay", "--port", port)))
        port = self.port(self.WORSE)
        run = subprocess.run([ULNA, "certify", "--port", port, "--op", "lerp_joints"],
                             cwd=self.folder, capture_output=True, timeout=120, check=False)
        self.assertEqual(run.returncode, 0, "it is worse, and right all the same")
        out = self.expect(1, self.ulna("replay", "--port", port))
        self.assertRegex(out, r"(?m)^worse: mine: q is at [\d.]+ of the bound, [\d.]+ was ")
        # What is worse on purpose is recorded by adding it; then the other one is better.
        self.expect(0, self.ulna("add", edges, "--port", port))
        worse = files(self.dir)
        self.assertNotEqual(worse, good)
        self.expect(0, self.ulna("replay", "--port", port))
        port = self.port()
        out = self.expect(0, self.ulna("replay", "--port", port))
        self.assertRegex(out, r"(?m)^better: mine: ")
        for command in re.findall(r"(?m)^  (\S+ corpus add .*)$", out):
            subprocess.run(command, shell=True, cwd=self.folder, timeout=60, check=True,
                           capture_output=True)
        self.assertNotIn("better: ", self.expect(0, self.ulna("replay", "--port", port)))
        self.assertNotEqual(files(self.dir), worse)

    def test_progress_only_on_a_terminal(self):
        self.expect(0, self.ulna("add", self.refuting))
        self.assertEqual(self.ulna("replay").stderr, "")

    def test_which_built_in_ports_ask_the_tables(self):
        """What the corpus takes for granted when it compares errors on another processor."""
        ports = next(Path(ULNA).parent.parent.glob("lib*/**/ports"))
        found = set()
        for library in ports.glob("*.so"):
            code = subprocess.run(["objdump", "-d", library], capture_output=True, text=True,
                                  check=True).stdout
            if re.search(r"\bv?(rsqrt|rcp)[ps]s\b", code):
                found.add(library.stem)
        self.assertEqual(found, {"published"})


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print("usage: corpus_cli_test.py ULNA SOURCE [TEST...]", file=sys.stderr)
        sys.exit(2)
    ULNA = str(Path(sys.argv[1]).resolve())
    SOURCE = Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
