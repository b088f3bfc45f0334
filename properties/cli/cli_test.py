#!/usr/bin/python3
"""cli_test.py ULNA SOURCE: the command line from the outside, on built-in ports and on strangers'.

ULNA is the executable, SOURCE the folder of the repository. Needs cc, and Debian's
python3-jsonschema through schema_test.py.
"""
import fcntl
import json
import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree as xml
import zlib
from pathlib import Path

OPERATIONS = ["transform_verts", "transform_verts_and_tangents", "slerp_joints", "lerp_joints"]


def is_for_this_machine(folder):
    text = (folder / "CMakeLists.txt").read_text()
    return "MACHINES" not in text or "MACHINES x86_64" in text


def builtin_ports():
    return sorted(path.parent.name for path in (SOURCE / "optimized").glob("*/port.c")
                  if is_for_this_machine(path.parent))


# A right port of one operation, as a stranger would write it.
ONE_OPERATION = r"""
#include <ulna/port.h>

static void transform_verts(ulna_vertex* verts, int32_t num_verts, const ulna_joint_mat* joints,
                            const ulna_vec4* base, const ulna_joint_weight* weights,
                            int32_t num_weights) {
  int32_t i = 0;
  (void)num_weights;
  for (int32_t v = 0; v < num_verts; ++v) {
    float sum[3] = {0, 0, 0};
    int last;
    do {
      const float* m = (const float*)((const char*)joints + weights[i].joint_mat_offset);
      for (int r = 0; r < 3; ++r, m += 4)
        sum[r] += m[0] * base[i].x + m[1] * base[i].y + m[2] * base[i].z + m[3] * base[i].w;
      last = weights[i].next_vertex_offset == (int32_t)sizeof(ulna_joint_weight);
      ++i;
    } while (!last);
    verts[v].position.x = sum[0];
    verts[v].position.y = sum[1];
    verts[v].position.z = sum[2];
    AFTER
  }
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {sizeof(ulna_port), NAME, FEATURES, KERNEL};
  return &port;
}
"""


def wait_for_handler(pid, number):
    """Until the process handles the signal: before that it would only end by it."""
    for _ in range(6000):
        caught = re.search(r"(?m)^SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text())
        if int(caught.group(1), 16) >> (number - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError(f"signal {number} is not handled")


PIECES = ["reciprocal_sqrt", "sin_zero_half_pi", "atan_positive"]

# A port with a piece and nothing else.
PIECE_ONLY = r"""
#include <ulna/port.h>

static void reciprocal_sqrt(float* out, const float* in, int32_t n) {
  for (int32_t i = 0; i < n; ++i) out[i] = in[i];
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "pieces",
                                 .cpu_features = "", .reciprocal_sqrt = reciprocal_sqrt};
  return &port;
}
"""

# A port that leaves a rest of four joints alone. PROMISED are its profiles.
GROUPS_OF_FOUR = r"""
#include <ulna/port.h>

static void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend, float lerp,
                        const int32_t* index, int32_t num) {
  for (int32_t i = 0; lerp > 0 && i < (num & ~3); ++i) {
    float* a = &joints[index[i]].q.x;
    const float* b = &blend[index[i]].q.x;
    double cosine = 0, norm = 0, sum[4];
    for (int c = 0; c < 4; ++c) cosine += (double)a[c] * b[c];
    for (int c = 0; c < 4; ++c) {
      sum[c] = a[c] * (1.0 - lerp) + (cosine < 0 ? -1 : 1) * (double)b[c] * lerp;
      norm += sum[c] * sum[c];
    }
    for (int c = 0; c < 4 && lerp < 1; ++c) a[c] = (float)(sum[c] / __builtin_sqrt(norm));
    for (int c = 4; c < 8 && lerp < 1; ++c) a[c] = a[c] * (1 - lerp) + b[c] * lerp;
    if (lerp >= 1) joints[index[i]] = blend[index[i]];
  }
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "fours",
                                 .cpu_features = "", .lerp_joints = lerp_joints,
                                 .profiles = "PROMISED"};
  return &port;
}
"""

TRAPPING_SLERP = r"""
#include <ulna/port.h>

static void slerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend, float lerp,
                         const int32_t* index, int32_t num) {
  (void)joints, (void)blend, (void)lerp, (void)index, (void)num;
  __builtin_trap();
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "traps",
                                 .cpu_features = "", .slerp_joints = slerp_joints};
  return &port;
}
"""

MODELS = Path("/usr/share/assimp/models")
NAN = float("nan")
UNIT = "1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,1.0;;"


def x_file(skin, header="XSkinMeshHeader { 3; 3; 4; }", quads=2):
    """A .x file in text form: a strip of quads, skinned as {bone: [(vertex, weight), ...]}."""
    vertices = ",".join(f"{i // 2}.0;{i % 2}.0;0.0;" for i in range(2 * quads + 2))
    faces = ",".join(f"3;{a},{a + 2},{a + 1};,3;{a + 1},{a + 2},{a + 3};"
                     for a in range(0, 2 * quads, 2))
    frames = "\n".join(f"Frame {bone} {{ FrameTransformMatrix {{ {UNIT} }} }}" for bone in skin)
    weights = "\n".join(
        f'SkinWeights {{ "{bone}"; {len(list_)}; {",".join(str(v) for v, _ in list_)}; '
        f'{",".join(str(w) for _, w in list_)}; {UNIT} }}' for bone, list_ in skin.items())
    return (f"xof 0303txt 0032\n{frames}\nFrame Body {{ FrameTransformMatrix {{ {UNIT} }}\n"
            f"Mesh Strip {{ {2 * quads + 2}; {vertices}; {2 * quads}; {faces};\n"
            f"{header}\n{weights}\n}} }}\n")


def iqm_file(influences, index_format=(1, "B"), joints=None):
    """An Inter-Quake Model: a fan of triangles, with four (joint, weight) for each vertex."""
    count = len(influences)
    joints = joints or 1 + max(joint for list_ in influences for joint, _ in list_)
    number, letter = index_format  # of the format, and of struct
    names = b"\0" + b"".join(b"joint%d\0" % j for j in range(joints))
    names += b"\0" * (-len(names) % 4)
    parts = [names]

    def add(data):
        offset = 124 + sum(map(len, parts))
        parts.append(data)
        return offset
    text = 124
    mesh = add(struct.pack("<6I", 0, 0, 0, count, 0, count - 2))
    positions = add(b"".join(struct.pack("<3f", i, i * i, 0) for i in range(count)))
    indices = add(b"".join(struct.pack("<4" + letter, *(j for j, _ in list_))
                           for list_ in influences))
    weights = add(b"".join(struct.pack("<4f", *(w for _, w in list_)) for list_ in influences))
    arrays = add(struct.pack("<15I", 0, 0, 7, 3, positions, 4, 0, number, 4,
                             indices, 5, 0, 7, 4, weights))
    triangles = add(b"".join(struct.pack("<3I", 0, i, i + 1) for i in range(1, count - 1)))
    skeleton = add(b"".join(struct.pack("<Ii10f", 1 + 7 * j, j - 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1)
                            for j in range(joints)))
    size = 124 + sum(map(len, parts))
    header = struct.pack("<27I", 2, size, 0, len(names), text, 1, mesh, 3, count, arrays,
                         count - 2, triangles, 0, joints, skeleton, *[0] * 12)
    return b"INTERQUAKEMODEL\0" + header + b"".join(parts)


HUNG = 600  # seconds: the sanitizers and a busy machine make the longest plot take two minutes

# CTest runs one part of the tests under the sanitizers, which watch what is read, judged and written,
# and the other part, where one more run of certify would show them nothing new, in the optimised
# build alone. Without ULNA_PART all are run.
PART = os.environ.get("ULNA_PART", "")


def in_optimised_build(test):
    test.part = "optimised"
    return test


with_aarch64 = unittest.skipUnless(
    shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"),
    "needs g++-aarch64-linux-gnu and qemu-user")
has_i386 = Path("/usr/lib32/crt1.o").exists()
MINGW = "x86_64-w64-mingw32-gcc"
has_wine = shutil.which(MINGW) and Path("/usr/lib/wine/wine64").exists()


def with_i386(test):
    return in_optimised_build(unittest.skipUnless(has_i386, "needs libc6-dev-i386")(test))


has_wasm = (shutil.which("clang-19") and shutil.which("wasm-ld-19") and shutil.which("node")
            and Path("/usr/lib/wasm32-wasi/libc.a").exists())
WASM = ["--target=wasm32-wasi", "-msimd128", "-mmutable-globals", "-mexec-model=reactor"]
WASM_EXPORTS = ["ulna_port_v1", "__stack_pointer", "__data_end"]


def with_wasm(test):
    return in_optimised_build(
        unittest.skipUnless(has_wasm, "needs clang-19 lld-19 wasi-libc and nodejs")(test))


def with_wine(test):
    return in_optimised_build(
        unittest.skipUnless(has_wine, "needs g++-mingw-w64-x86-64-posix and wine64")(test))


class CommandLine(unittest.TestCase):
    refuted = None  # the run of refute_published, and its out folder

    def setUp(self):
        part = getattr(getattr(self, self._testMethodName), "part", "watched")
        if PART not in ("", part):
            self.skipTest(f"of the part {part}")
        folder = tempfile.TemporaryDirectory(prefix="ulna-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ulna(self, *arguments, command=(), environment=()):
        env = {k: v for k, v in os.environ.items() if k != "ULNA_LAUNCHER"}
        env.update(environment)
        return subprocess.run([*(command or [ULNA]), *map(str, arguments)], cwd=self.folder,
                              env=env, capture_output=True, text=True, timeout=HUNG, check=False)

    def expect(self, code, run):
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def refused(self, *arguments, naming, code=2):
        """Exit code 2, and one line that names what cannot be used."""
        run = self.expect(code, self.ulna(*arguments))
        self.assertEqual(run.stdout, "")
        self.assertRegex(run.stderr, r"\Aulna: [^\n]+\n\Z")
        self.assertIn(naming, run.stderr)
        return run.stderr

    def port(self, name="mine", features="", offers=True, after="", also="", compiler="cc", flags=(),
             kind=".so"):
        """Compiles ONE_OPERATION and returns the path of the library."""
        source = self.folder / f"{name}.c"
        source.write_text("#include <unistd.h>\n" + also + ONE_OPERATION.replace("AFTER", after).replace("NAME", f'"{name}"')
                          .replace("FEATURES", f'"{features}"')
                          .replace("KERNEL", "transform_verts" if offers else "0"))
        library = self.folder / f"{name}{kind}"
        shared = [] if kind == ".wasm" else ["-shared", "-fPIC"]
        subprocess.run([compiler, *flags, "-O2", *shared, "-I", SOURCE / "include", source,
                        "-o", library], check=True, timeout=60)
        return library

    def module(self, exports=WASM_EXPORTS, more=("-Wl,--export-table",), **how):
        flags = [*WASM, *more, *(f"-Wl,--export={name}" for name in exports)]
        return self.port(compiler="clang-19", flags=flags, kind=".wasm", **how)

    def dll(self, **how):
        return self.port(compiler=MINGW, flags=["-static"], kind=".dll", **how)

    def compiled(self, source):
        library = source.with_suffix(".so")
        subprocess.run(["cc", "-shared", "-fPIC", "-I", SOURCE / "include", source, "-o", library],
                       check=True, timeout=60)
        return library

    def certificate(self, out):
        path = self.folder / out / "certificate.json"
        check = subprocess.run(
            [sys.executable, SOURCE / "properties/report/schema_test.py",
             SOURCE / "report/certificate.schema.json", path],
            capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(check.returncode, 0, check.stdout + check.stderr)
        return json.loads(path.read_text(encoding="utf-8"))

    def refute_published(self):
        """Returns the run, made once, and the command that it gives for the replay of its witness."""
        cls = type(self)
        if cls.refuted is None:
            run = self.expect(1, self.ulna("certify", "--port", "published", "--op",
                                           "slerp_joints", "--out", "out"))
            folder = tempfile.TemporaryDirectory(prefix="ulna-cli-")
            cls.addClassCleanup(folder.cleanup)
            shutil.copytree(self.folder / "out", Path(folder.name) / "out")
            cls.refuted = run, Path(folder.name) / "out"
        run, out = cls.refuted
        shutil.copytree(out, self.folder / "out", dirs_exist_ok=True)
        return run, shlex.split(re.search(r"(?m)^    (\S+ replay \S+-out_of_bound.*)$",
                                          run.stdout).group(1))

    # --- Verdicts ---------------------------------------------------------------------------

    def test_commands_that_are_none(self):
        self.refused("frobnicate", naming="no command is called frobnicate; see ulna --help")
        self.refused("bench", naming="bench is a command of the launcher")

    def test_replay_behind_the_calls_that_certify_wrote(self):
        """A port that counts its calls is wrong in the third."""
        port = self.port(also="static int calls;\n",
                         after="if (calls == 2) verts[v].position.x += 1;")
        source = self.folder / "mine.c"
        source.write_text(source.read_text().replace("int32_t i = 0;", "int32_t i = 0; ++calls;")
                          .replace("calls == 2", "calls % 3 == 0"))
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", SOURCE / "include", source, "-o",
                        port], check=True, timeout=60)
        case = sorted((SOURCE / "corpus" / "transform_verts").rglob("*.case"))[0]
        for name in ("x.case", "x-before-1.case", "x-before-2.case"):
            shutil.copy(case, self.folder / name)
        run = self.expect(1, self.ulna("replay", "x.case", "--port", port, "--calls-before"))
        self.assertIn("out_of_bound", run.stdout)
        run = self.expect(1, self.ulna("replay", "x.case", "--port", port))
        self.assertNotIn("out_of_bound", run.stdout)
        self.refused("replay", "x-before-1.case", "--port", port, "--calls-before",
                     naming="there is no x-before-1-before-1.case; leave the option out")

    @in_optimised_build
    def test_says_that_matrices_are_the_other_way_round(self):
        kernel = """#include <ulna/port.h>
static void combine(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones, int32_t num_bones) {
  for (int32_t i = 0; i < num_bones; ++i)
    for (int r = 0; r < 4; ++r)
      for (int c = 0; c < 4; ++c) {
        float sum = 0;
        for (int k = 0; k < 4; ++k) sum += offset[i].m[FIRST] * bones[i].m[SECOND];
        palette[i].m[RESULT] = sum;
      }
}
static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "mine", .cpu_features = "",
                               .combine_bones = combine};
const ulna_port* ulna_port_v1(void) { return &port; }
"""
        by_rows, by_columns = ("4 * r + k", "4 * k + c", "4 * r + c"), ("r + 4 * k", "k + 4 * c", "r + 4 * c")
        other_way = "its results are right where matrices are stored by columns"
        for places, code in ((by_rows, 0), (by_columns, 1), (("4 * r + k", "4 * k + c", "r + 4 * c"), 1)):
            source = self.folder / "mine.c"
            source.write_text(kernel.replace("FIRST", places[0]).replace("SECOND", places[1])
                              .replace("RESULT", places[2]))
            run = self.expect(code, self.ulna("certify", self.compiled(source)))
            self.assertEqual(other_way in " ".join(run.stdout.split()), places == by_columns, run.stdout)
            report = self.certificate("ulna-out")["ports"][0]["operations"][0]
            self.assertEqual(report.get("right_by_columns"), True if places == by_columns else None)

    @in_optimised_build
    def test_compare(self):
        for out, port in (("old", "sse"), ("new", "published")):
            self.ulna("certify", "--port", port, "--op", "reorder_palette", "--out", out)
        old, new = "old/certificate.json", "new/certificate.json"
        self.assertEqual(self.expect(0, self.ulna("compare", old, old)).stdout, "nothing changed\n")
        run = self.expect(1, self.ulna("compare", old, new))
        self.assertIn("sse reorder_palette: verdict: certified -> not judged (worse)\n", run.stdout)
        self.refused("compare", old, "none.json", naming="none.json")
        self.refused("compare", old, ULNA, naming=str(ULNA))

    @in_optimised_build
    def test_no_profile_is_named_for_what_a_caller_has_in_its_registers(self):
        port = self.port(after='if (num_verts % 4 != 0) { unsigned short word = 0x27f; __asm__ '
                               'volatile("fldcw %0" :: "m"(word)); }')
        run = self.expect(1, self.ulna("certify", "--port", port, "--op", "transform_verts"))
        self.assertIn("changed_x87", run.stdout)
        self.assertNotIn("a quick run certifies it", run.stdout)

    @in_optimised_build
    def test_verify(self):
        for port, op, verdicts in (
                ("published", "slerp_joints", "0 certified, 1 refuted, 0 not run"),
                ("sse", "tween_verts", "1 certified, 0 refuted, 0 not run")):
            self.ulna("certify", "--port", port, "--op", op, "--out", port, "--seed", "3")
            run = self.expect(0, self.ulna("verify", f"{port}/certificate.json", "--port", port))
            self.assertEqual(run.stdout, "verified: the same verdicts, kinds of findings, counts and "
                                         f"largest errors: {verdicts}\n")
        self.refused("verify", "sse/certificate.json", "--port", "scalar",
                     naming="it is another library; certify it")
        forged = self.folder / "sse" / "certificate.json"
        forged.write_text(re.sub(r'"elements": (\d+)', r'"elements": 1\1', forged.read_text(), 1))
        run = self.expect(1, self.ulna("verify", forged, "--port", "sse"))
        self.assertRegex(run.stdout, r"sse tween_verts: elements: 1[\d,]+ -> [\d,]+\n")
        self.assertTrue(run.stdout.endswith("not verified\n"))

    @in_optimised_build
    def test_verify_repeats_what_was_asked_for(self):
        """A port of which not all can run is not run with --executed 100."""
        port = self.port(after="if (num_verts > 2000000000) verts[v].position.x = 1;")
        self.expect(3, self.ulna("certify", port, "--executed", "100", "--out", "out"))
        self.assertEqual(self.certificate("out")["required"], {"executed": 100})
        certificate = self.folder / "out" / "certificate.json"
        run = self.expect(0, self.ulna("verify", certificate, "--port", port))
        self.assertIn(": 0 certified, 0 refuted, 1 not run\n", run.stdout)
        certificate.write_text(certificate.read_text().replace('"contract_version": 1', '"contract_version": 9'))
        run = self.expect(1, self.ulna("verify", certificate, "--port", port))
        self.assertIn("version 9 of its contract", run.stdout)
        self.assertTrue(run.stdout.endswith("not verified\n"))

    @in_optimised_build
    def test_reports_of_an_earlier_run_are_removed(self):
        for option in ("--attest", "--sarif", "--junit", "--markdown", "--html"):
            (self.folder / "old").write_text("PASSED")
            self.refused("certify", "no.so", option, "old", naming="no.so")
            self.assertFalse((self.folder / "old").exists())

    @in_optimised_build
    def test_ports_as_they_are_named(self):
        run = self.expect(0, self.ulna("certify", "sse", "--port", "scalar", "--port", "sse", "--op",
                                       "reorder_palette"))
        self.assertEqual(len(re.findall(r"^\w+ +reorder_palette +certified", run.stdout, re.M)), 2)

    def test_a_reader_that_leaves(self):
        """As `| head` does. What was judged is on the disk all the same."""
        for command in (["list"], ["certify", "--port", "sse", "--op", "reorder_palette", "--out",
                                   "out"]):
            with subprocess.Popen([ULNA, *command], cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as run:
                run.stdout.close()
                errors = run.stderr.read()
            self.assertEqual(errors, b"")
            self.assertEqual(run.returncode, 141)
        self.assertTrue((self.folder / "out" / "certificate.json").exists())

    def test_alone_it_names_its_commands(self):
        run = self.expect(0, self.ulna())
        for name in ("certify", "replay", "compare", "verify", "mutate", "fuzz"):
            self.assertRegex(run.stdout, rf"(?m)^  {name} ")

    def test_what_was_probably_meant(self):
        certify = ["certify", "--port", "sse"]
        self.refused("certyfy", naming="did you mean certify?")
        self.refused("certify", "--port", "ssee", naming="did you mean sse?")
        self.refused(*certify, "--op", "slerp_join", naming="did you mean slerp_joints?")
        self.refused(*certify, "--sede", "2", naming="--sede, did you mean --seed?; see ulna")
        self.refused(*certify, "--xyzzy", naming="--xyzzy; see ulna --help")
        self.refused(*certify, "--profile", "aligned64", naming="did you mean aligned-64?")
        self.refused(*certify, "--executed", "nan", naming="--executed nan: say a percentage")

    def test_the_launcher_alone_names_every_command(self):
        help_text = self.expect(0, self.ulna("--help")).stdout
        commands = re.findall(r"^  ([\w-]+) {2,}", help_text.split("Subcommands:")[1], re.M)
        self.assertIn("certify", commands)
        alone = subprocess.run([SOURCE / "ulna"], capture_output=True, text=True, check=True)
        named = re.findall(r"^  ([\w-]+) {2,}", alone.stdout, re.M)
        self.assertEqual(sorted(named),
                         sorted(commands + ["bench", "claims", "coverage", "package", "scorecard", "test"]))

    def test_hunt_saves_what_it_finds_and_logs_it(self):
        run = self.expect(1, self.ulna("hunt", "slerp_joints", "--port", "published", "--for", "3s",
                                       "--log", "log.jsonl"))
        self.assertIn("slerp_joints, largest error of published in q: 1.", run.stdout)
        witness = re.search(r"replay (\S+-largest\.case) --port published", run.stdout).group(1)
        self.expect(1, self.ulna("replay", witness, "--port", "published"))
        lines = [json.loads(line) for line in (self.folder / "log.jsonl").read_text().splitlines()]
        fractions = [line["fraction"] for line in lines]
        self.assertEqual(fractions, sorted(set(fractions)))
        self.assertGreater(fractions[-1], 1)

    def test_hunt_of_a_right_port_finds_no_finding(self):
        run = self.expect(0, self.ulna("hunt", "lerp_joints", "--port", "sse", "--for", "0.2s"))
        self.assertRegex(run.stdout, r"(?m)^lerp_joints, largest error of sse in q: 0\.\d+ of the")

    def test_hunt_says_so_where_no_error_was_found(self):
        port = self.port("dying", after="__builtin_trap();")
        run = self.expect(1, self.ulna("hunt", "transform_verts", "--port", port, "--for", "0.2s"))
        self.assertRegex(run.stdout, r"\Atransform_verts, dying: no error was found\n"
                                     r"crashed: died of SIGILL[^\n]*\n"
                                     r"  \S+ replay \S+-crashed\.case --port \S+\n\Z")
        witnesses = [path.name for path in (self.folder / "ulna-out").rglob("*.case")]
        self.assertEqual(witnesses, ["hunt-dying-transform_verts-crashed.case"])

    def test_hunt_quotes_what_a_shell_would_take_apart(self):
        library = Path(self.port()).rename(self.folder / "a 'port.so")
        run = self.expect(0, self.ulna("hunt", "transform_verts", "--port", library, "--for", "0.2s",
                                       "--out", "an out"))
        command = re.search(r"replay .*", run.stdout).group(0)
        self.expect(0, self.ulna(*shlex.split(command)))

    # --- Formulas ---------------------------------------------------------------------------

    def test_explain_prints_the_formula(self):
        run = self.expect(0, self.ulna("explain", "--port", "scalar", "--op", "tween_verts"))
        self.assertRegex(run.stdout, r"(?m)\Atween_verts of scalar, \d+ instructions\nt1 = 1 - t\n"
                                     r"dst\[0\]\.position\.x = a\[0\]\.position\.x \* t1 \+ b\[0\]\.position\.x \* t\n")
        self.assertIn("dst[0].position.x and 5 more: the contract's sum of 2 products, each once, with at most 3 roundings",
                      run.stdout)
        witness = min((SOURCE / "corpus/slerp_joints").rglob("*.case"))
        run = self.expect(0, self.ulna("explain", "--port", "sse", "--op", "slerp_joints", "--case", witness))
        self.assertIn("the way depends on floats: ", run.stdout)

    def test_prove(self):
        run = self.expect(0, self.ulna("prove", "--port", "sse", "--op", "reorder_palette", "--op", "combine_bones"))
        self.assertRegex(run.stdout, r"(?m)^reorder_palette +proved in 45 shapes, [\d,]+ words: copies$")
        self.assertIn("sse: 2 of 2 proved for all values, in these shapes alone", run.stdout)
        run = self.expect(3, self.ulna("prove", "--port", "sse", "--op", "lerp_joints"))
        self.assertRegex(run.stdout, r"(?m)^lerp_joints +undecided: 1 element: the way depends on .*lerp")
        self.refused("prove", "--port", "asm", "--op", "combine_bones", naming="does not have", code=3)
        self.refused("prove", "--port", "nowhere.so", naming="nowhere.so")

    def test_what_hides_floats_is_not_proved(self):
        """Bits that go through an instruction that knows nothing of floats, or roundings that go elsewhere."""
        first = "union { float f; long bits; } x = {.bits = 0}; x.f = verts[v].position.x; "
        last = " verts[v].position.x = x.f;"
        guard = '__asm__("xor %%fs:0x28, %0\\n xor %%fs:0x28, %0" : "+r"(x.bits));'
        high = '__asm__("mov %0, %%rcx\\n movzx %%ch, %%eax\\n shl $8, %%eax\\n mov %%eax, %%edx\\n and $0xffff00ff, %%ecx' \
               '\\n or %%edx, %%ecx\\n mov %%rcx, %0" : "+r"(x.bits) : : "rax", "rcx", "rdx");'
        upwards = "__builtin_ia32_ldmxcsr(0x5f80); verts[v].position.x *= 1; __builtin_ia32_ldmxcsr(0x1f80);"
        for name, after, why in (("guard", first + guard + last, "has no meaning for floats here"),
                                 ("high", first + high + last, "has no meaning for floats here"),
                                 ("upwards", upwards, "it rounds in another direction"),
                                 ("saved", '__asm__ volatile("add $1, %%r15" : : : "memory");', "another r15")):
            run = self.expect(3, self.ulna("prove", "--port", self.port(name, after=after), "--op", "transform_verts"))
            self.assertRegex(run.stdout, r"transform_verts +undecided: 1 element: .*" + why)
        self.expect(0, self.ulna("prove", "--port", self.port("plain"), "--op", "transform_verts"))

    def test_explain_of_what_cannot_be_followed(self):
        port = self.port("dying", after="__builtin_trap();")
        run = self.expect(3, self.ulna("explain", "--port", port, "--op", "transform_verts"))
        self.assertRegex(run.stdout, r"\Aundecided: .* is not known\n\Z")
        self.refused("explain", "--port", "sse", "--op", "sleep_joints", naming="slerp_joints")
        self.refused("explain", "--port", "asm", "--op", "combine_bones", naming="does not have", code=3)
        self.refused("explain", "--port", "sse", "--op", "tween_verts", "--elements", "5000000", naming="--case")
        self.refused("explain", "--port", "sse", "--op", "tween_verts", "--elements", "0", naming="--elements")
        witness = min((SOURCE / "corpus/slerp_joints").rglob("*.case"))
        self.refused("explain", "--port", "sse", "--op", "tween_verts", "--case", witness, naming="a case of slerp_joints")

    # --- Profiles ---------------------------------------------------------------------------

    def promising(self, profiles, compiler=("cc", "-shared", "-fPIC"), kind=".so"):
        source = self.folder / "fours.c"
        source.write_text(GROUPS_OF_FOUR.replace("PROMISED", profiles))
        library = source.with_suffix(kind)
        subprocess.run([*compiler, "-O2", "-I", SOURCE / "include", source, "-o", library],
                       check=True, timeout=60)
        return library

    def refuses_promise(self, **how):
        self.refused("certify", "--port", self.promising("fours", **how),
                     naming="`profiles` of its ulna_port: 'fours' is no profile; there are ")
        self.refused("certify", "--port", self.promising("aligned-64 " * 24, **how),
                     naming="profiles has more than 255 characters")

    def test_profiles_are_listed(self):
        everything = self.expect(0, self.ulna("contract", "--profile")).stdout
        self.assertRegex(everything, r"(?m)^t-in-0-1, profile version 1$")
        self.assertRegex(everything, r"(?m)^of +slerp_joints, lerp_joints, tween_verts$")
        one = self.expect(0, self.ulna("contract", "--profile", "aligned-64")).stdout
        self.assertEqual(re.findall(r"(?m)^(\S+), profile", one), ["aligned-64"])
        of_slerp = self.expect(0, self.ulna("contract", "slerp", "--profile")).stdout
        self.assertEqual(re.findall(r"(?m)^(\S+), profile", of_slerp), ["no-denormals"])
        contract = self.expect(0, self.ulna("contract", "slerp_joints")).stdout
        self.assertRegex(contract, r"(?m)^profiles +that a port may promise .*: no-denormals,$")
        for text in (everything, contract):
            self.assertLessEqual(max(map(len, text.splitlines())), 100)
        self.refused("contract", naming="say which OPERATION, as `ulna list` names it, or --profile")

    def test_a_profile_that_there_is_not_is_refused(self):
        there_are = "is no profile; there are at-most-4-influences, no-denormals, weights-sum"
        self.refused("certify", "--port", "sse", "--profile", "weights",
                     naming="--profile weights: 'weights' " + there_are)
        self.refuses_promise()
        self.refused("certify", "--port", "sse", "--op", "slerp", "--profile", "aligned-64",
                     naming="aligned-64: it says nothing about these operations, but about trans")
        self.refused("certify", "--port", "sse", "--profile", " ", naming="say full, or names")
        self.refused("certify", "--port", "sse", "--require", "all", naming="--require")

    def test_a_profile_has_no_control_characters_in_messages(self):
        port = self.promising(r"\033[31mred\a")
        self.refused("certify", "--port", port, naming="'?[31mred?' is no profile")

    @with_aarch64
    def test_a_port_for_aarch64_promises(self):
        self.refuses_promise(compiler=("aarch64-linux-gnu-gcc", "-shared", "-fPIC"))

    @with_wasm
    def test_a_module_promises(self):
        self.refuses_promise(compiler=("clang-19", *WASM, "-Wl,--export-table",
                                       *(f"-Wl,--export={name}" for name in WASM_EXPORTS)),
                             kind=".wasm")

    @with_wine
    def test_a_dll_promises(self):
        self.refuses_promise(compiler=(MINGW, "-shared", "-static"), kind=".dll")

    @in_optimised_build
    def test_what_a_port_promises_is_certified_for_that_alone(self):
        port = self.promising("counts-multiple-of-4")
        run = self.expect(0, self.ulna("certify", "--port", port, "--junit", "junit.xml"))
        self.assertRegex(run.stdout, r"(?m)^fours +lerp_joints +certified \[1\]")
        self.assertRegex(run.stdout, r"(?m)^\[1\] counts-multiple-of-4$")
        self.assertIn("certified: 1 certified under profiles, 0 refuted", run.stdout)
        operation = self.certificate("ulna-out")["ports"][0]["operations"][0]
        self.assertEqual(operation["profiles"], [{"name": "counts-multiple-of-4", "version": 1}])
        self.assertIn('name="lerp_joints under counts-multiple-of-4"',
                      (self.folder / "junit.xml").read_text())
        shown = self.expect(0, self.ulna("show", "ulna-out/certificate.json")).stdout
        self.assertIn("[1] counts-multiple-of-4", shown)
        run = self.expect(3, self.ulna("certify", "--port", port, "--require", "full"))
        self.assertRegex(run.stdout, r"(?m)^fours +lerp_joints +not run \[1\] +only certified under")

    @in_optimised_build
    def test_what_a_port_did_not_promise_refutes_it_by_the_whole_contract(self):
        port = self.promising("counts-multiple-of-4")
        run = self.expect(1, self.ulna("certify", "--port", port, "--profile", "full"))
        self.assertIn("fours lerp_joints: a quick run certifies it under counts-multiple-of-4:",
                      run.stdout)
        witness = self.certificate("ulna-out")["ports"][0]["operations"][0]
        self.assertEqual(witness["would_pass_under"][0]["name"], "counts-multiple-of-4")
        command = shlex.split(re.search(r"(?m)^    \S+ (replay \S+out_of_bound.*)$",
                                        run.stdout).group(1))
        self.assertEqual(command[-2:], ["--profile", "full"])
        self.expect(1, self.ulna(*command))
        self.refused(*command[:-2], code=3,
                     naming="not judged: outside what fours promises under counts-multiple-of-4; "
                            "--profile full")
        # Without a promise it is the same.
        run = self.expect(1, self.ulna("certify", "--port", self.promising("")))
        self.assertIn("a quick run certifies it under counts-multiple-of-4:", run.stdout)

    def test_hunt_refuses_what_it_cannot_hunt(self):
        hunt = ["hunt", "slerp_joints", "--port", "sse"]
        self.refused("hunt", "convert_to_blended_mesh", "--port", "scalar", naming="no errors")
        self.refused("hunt", "slerp_bones", "--port", "scalar", naming="slerp_bones")
        self.refused("hunt", "combine_bones", "--port", "sse3", code=3,
                     naming="does not implement combine_bones; it has ")
        self.refused("hunt", "transform_verts", "--port", self.port(features="3dnow"),
                     naming="this CPU lacks 3dnow", code=3)
        self.refused(*hunt, "--for", "5", naming="--for 5")
        self.refused(*hunt, "--seed", "x", naming="--seed x")
        self.refused(*hunt, "--out", "", naming="--out")
        (self.folder / "file").write_text("")
        self.refused(*hunt, "--out", "file/out", naming="file/out")
        self.refused(*hunt, "--log", "file/log", naming="file/log")

    @in_optimised_build
    def test_plot_writes_a_picture_of_each_port(self):
        run = self.expect(0, self.ulna("plot", "transform_verts", "--port", "sse"))
        self.assertRegex(run.stdout, r"\Atransform_verts, sse: largest error 0\.\d+ of the bound, "
                                     r"with \d influences?: transform_verts-sse\.svg\n\Z")
        xml.parse(self.folder / "transform_verts-sse.svg")
        run = self.expect(0, self.ulna("plot", "slerp_joints", "--port", "sse", "--beside",
                                       "published", "--out", "new/both.svg"))
        self.assertRegex(run.stdout, r"(?m)^slerp_joints, sse: largest error \S+, 0\.\d+ of the "
                                     r"bound, at \S+ degrees, t = \S+: new/both\.svg$")
        self.assertRegex(run.stdout, r"(?m)^slerp_joints, published: largest error \S+, 1\.\d+ of")
        texts = [text.text for text in xml.parse(self.folder / "new/both.svg").iter()]
        self.assertIn("sse", texts)
        self.assertIn("published", texts)

    def test_plot_refuses_what_it_cannot_draw(self):
        plot = ["plot", "slerp_joints", "--port", "sse"]
        self.refused("plot", "slerp", "--port", "sse", naming="slerp")
        error = self.refused("plot", "combine_bones", "--port", "sse", naming="combine_bones")
        self.assertIn("pictures of: slerp_joints", error)
        self.refused("plot", "slerp_joints", "--port", self.port(), naming="does not implement",
                     code=3)
        self.refused(*plot, "--beside", "no_port", naming="no_port")
        self.refused(*plot, "--seed", "x", naming="--seed x")
        self.refused(*plot, "--out", "", naming="--out")
        (self.folder / "file").write_text("")
        self.refused(*plot, "--out", "file/a.svg", naming="file")
        self.refused(*plot, "--out", ".", naming="it is a folder")

    def test_plot_of_a_port_that_crashes_is_one_line_and_no_picture(self):
        port = self.port("crashing", after="__builtin_trap();")
        run = self.expect(1, self.ulna("plot", "transform_verts", "--port", port))
        self.assertEqual(run.stdout, "")
        self.assertRegex(run.stderr, r"\Aulna: transform_verts of \S+: crashed: [^\n]+\n\Z")
        self.assertEqual(list(self.folder.glob("*.svg")), [])

    def test_plot_of_a_port_that_writes_beyond_its_pages_is_one_line_and_no_picture(self):
        port = self.port("writing", after="*(volatile int*)0 = 0;")
        run = self.expect(1, self.ulna("plot", "transform_verts", "--port", port))
        self.assertRegex(run.stderr, r"\Aulna: [^\n]+: wrote_outside: [^\n]+\n\Z")

    def test_plot_says_what_else_a_port_broke(self):
        port = self.port("scribbling", after="verts[v].normal.x = 7;")
        run = self.expect(0, self.ulna("plot", "transform_verts", "--port", port))
        self.assertRegex(run.stdout, r"(?m)^scribbling also broke its contract, see ulna certify: "
                                     r"wrote_outside: ")
        self.assertTrue((self.folder / "transform_verts-scribbling.svg").exists())

    def test_a_right_port_is_certified(self):
        run = self.expect(0, self.ulna("certify", "--port", "scalar", "--op", "lerp_joints",
                                       "--out", "out", "--junit", "junit.xml"))
        self.assertRegex(run.stdout, r"(?m)^scalar +lerp_joints +certified ")
        self.assertEqual(run.stderr, "")
        self.certificate("out")
        self.assertEqual(sorted(p.name for p in (self.folder / "out").iterdir()),
                         ["certificate.json", "witnesses"])
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["junit.xml", "out"])

    @in_optimised_build
    def test_a_file_that_cannot_be_written_does_not_cost_the_verdict(self):
        run = self.expect(2, self.ulna("certify", "--port", "scalar", "--op", "lerp_joints",
                                       "--junit", "/dev/full"))
        self.assertRegex(run.stdout, r"(?m)^scalar +lerp_joints +certified ")
        self.assertRegex(run.stderr, r"\Aulna: [^\n]*/dev/full[^\n]*\n\Z")

    def test_the_published_slerp_is_refuted_with_a_witness(self):
        run, command = self.refute_published()
        self.assertRegex(run.stdout, r"(?m)^published +slerp_joints +refuted ")
        self.certificate("out")
        witness = next(word for word in command if word.endswith(".case"))
        self.assertTrue((self.folder / witness).is_file())

    def test_the_replay_command_shows_the_mismatches(self):
        command = self.refute_published()[1]
        run = self.expect(1, self.ulna(command=command))
        self.assertIn("out_of_bound", run.stdout)
        header = next(l for l in run.stdout.splitlines() if l.split()[:1] == ["got"])
        self.assertEqual(header.split(), ["got", "exact", "error", "bound"])
        row = next(l for l in run.stdout.splitlines() if re.match(r"joints\[\d+\]\.q", l))
        got, exact, error, bound = map(float, row.split()[1:])
        got = struct.unpack("f", struct.pack("f", got))[0]  # the float behind its shortest decimal
        self.assertAlmostEqual(abs(got - exact), error, delta=1e-9 + 1e-3 * error)
        self.assertGreater(error, bound)
        # That of unit quaternions; it grows with the drift of their norms, which the domain limits.
        self.assertGreaterEqual(bound, float(f"{2.0**-21:.4g}"))
        self.assertLess(bound, 2.0**-20)

    def test_a_replay_shows_ten_mismatches_and_counts_the_others(self):
        library = self.port(after="verts[v].position.w = verts[v].normal.w = "
                                  "verts[v].tangent.w = 7;")
        seed = max((SOURCE / "corpus/transform_verts/seeds").glob("*.case"),
                   key=lambda path: path.stat().st_size)
        vertices = int(re.search(r"(?m)^array verts (\d+) ", seed.read_text())[1])
        self.assertGreater(3 * vertices, 10)
        run = self.expect(1, self.ulna("replay", seed, "--port", library))
        rows = re.findall(r"(?m)^verts\[\d+\]\.[a-z]+\.w +7 +\S+ the bits must be the same$",
                          run.stdout)
        self.assertEqual(len(rows), 10, run.stdout)
        self.assertIn(f"\nand {3 * vertices - 10} more\n", run.stdout)

    def test_a_replay_outside_the_domain_says_that_nothing_was_judged(self):
        seed = SOURCE / "corpus/generate_adjacency/seeds/1-face-18dabaf044e6.case"
        text = seed.read_text()
        number = re.search(r"(?m)^array positions .*\n  (\S+)", text)
        text = text[:number.start(1)] + "inf" + text[number.end(1):]
        text = re.sub(r"(?m)^end .*\n", "", text)
        case = self.folder / "outside.case"
        case.write_text(f"{text}end {zlib.crc32(text.encode()):08x}\n")
        run = self.expect(3, self.ulna("replay", case, "--port", "scalar"))
        self.assertIn("0 elements judged\nnot judged: the case is outside the domain", run.stdout)

    def test_a_witness_shrinks_no_further_than_it_fails(self):
        command = self.refute_published()[1]
        witness = next(word for word in command if word.endswith(".case"))
        run = self.expect(1, self.ulna("shrink", witness, "--port", "published", "--out",
                                       "small.case"))
        self.assertIn("out_of_bound", run.stdout)
        self.expect(1, self.ulna("replay", "small.case", "--port", "published"))
        self.expect(1, self.ulna("shrink", witness, "--port", "published"))
        self.assertTrue((self.folder / (witness + ".small")).is_file())

    def test_the_witness_is_nothing_to_a_right_port(self):
        command = self.refute_published()[1]
        witness = next(word for word in command if word.endswith(".case"))
        run = self.expect(0, self.ulna("replay", witness, "--port", "scalar"))
        self.assertIn("no finding", run.stdout)
        run = self.expect(0, self.ulna("shrink", witness, "--port", "scalar", "--out", "small"))
        self.assertIn("nothing to shrink", run.stdout)
        self.assertFalse((self.folder / "small").exists())

    def test_a_run_owns_its_folder(self):
        certify = ["certify", "--port", "sse", "--op", "lerp_joints", "--out", "out"]
        witnesses = self.folder / "out" / "witnesses"
        witnesses.mkdir(parents=True)
        for name in ("1-old-lerp_joints-crashed.case", "mine.case"):
            (witnesses / name).write_text("old\n")
        (self.folder / "not_a_port.so").write_text("")
        self.refused(*certify, "--port", "./not_a_port.so", naming="./not_a_port.so: not a port: "
                     "file too short; give a shared library for x86-64 Linux")
        self.assertEqual(len(list(witnesses.iterdir())), 2)  # what was never run has lost nothing
        self.expect(0, self.ulna(*certify))
        names = {path.name for path in witnesses.iterdir()}
        self.assertIn("mine.case", names)
        self.assertIn("1-sse-lerp_joints-largest-q.case", names)
        self.assertNotIn("1-old-lerp_joints-crashed.case", names)

        folder = os.open(self.folder / "out", os.O_RDONLY)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.refused(*certify, naming="--out out: another run of ulna writes there")
        os.close(folder)

    def test_a_missing_cpu_feature_is_not_run(self):
        library = self.port(features="3dnow")
        for arguments in ([], ["--op", "transform_verts"]):
            run = self.expect(3, self.ulna("certify", "--port", library, "--out", "out",
                                           *arguments))
            self.assertIn("this CPU lacks 3dnow", run.stdout)
            self.assertNotRegex(run.stdout, r"(?m)^mine .* certified")
            self.assertNotIn('"certified"', json.dumps(self.certificate("out")["ports"]))

    def test_a_feature_that_no_cpu_has_is_bad_usage(self):
        library = self.port(features="avx-2")
        meant = "no CPU feature is called 'avx-2' in /proc/cpuinfo; did you mean avx2?"
        self.refused("certify", "--port", library, "--out", "out",
                     naming=f"{library}: cpu_features: {meant}")
        self.refused("hunt", "transform_verts", "--port", library, naming=meant)

    @in_optimised_build
    def test_a_port_is_judged_on_what_it_offers(self):
        library = self.port()
        run = self.expect(0, self.ulna("certify", "--port", library, "--out", "out", "--junit",
                                       "junit.xml"))
        self.assertRegex(run.stdout, r"(?m)^mine +transform_verts +certified ")
        self.assertRegex(run.stdout, r"(?m)^mine: \d+ of \d+ operations; the certificate names them$")
        port = self.certificate("out")["ports"][0]
        self.assertIn("slerp_joints", port["not_offered"])
        self.assertEqual([o["operation"] for o in port["operations"]], ["transform_verts"])
        self.junit_counts(tests=1, failures=0, not_run=0)

    @in_optimised_build
    def test_an_operation_that_is_asked_for_is_owed(self):
        library = self.port()
        run = self.expect(3, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                       "--op", "slerp_joints", "--out", "out", "--junit",
                                       "junit.xml"))
        self.assertRegex(run.stdout, r"(?m)^mine +transform_verts +certified ")
        self.assertRegex(run.stdout, r"(?m)^mine +slerp_joints +not run ")
        self.certificate("out")
        self.junit_counts(tests=2, failures=0, not_run=1)

    def test_a_port_that_offers_nothing_is_not_certified(self):
        library = self.port(offers=False)
        run = self.expect(3, self.ulna("certify", "--port", library, "--out", "out"))
        self.assertIn("it implements no operation", run.stdout)

    @in_optimised_build
    def test_one_operation_of_a_library_in_the_current_folder_is_certified(self):
        self.port()
        self.expect(0, self.ulna("certify", "--port", "mine.so", "--op", "transform_verts",
                                 "--out", "out"))
        self.assertEqual(
            [port["name"] for port in self.certificate("out")["ports"]], ["mine"])

    @in_optimised_build
    def test_refuted_outweighs_not_run(self):
        library = self.port()
        self.expect(1, self.ulna("certify", "--port", library, "--port", "published", "--op",
                                 "slerp_joints", "--out", "out", "--junit", "junit.xml"))
        self.certificate("out")
        self.junit_counts(tests=2, failures=1, not_run=1)

    def junit_counts(self, tests, failures, not_run):
        root = xml.parse(self.folder / "junit.xml").getroot()
        self.assertEqual(root.tag, "testsuites")
        for node in [root, *root.iter("testsuite")]:
            cases = list(node.iter("testcase"))
            self.assertEqual(int(node.get("tests")), len(cases))
            for count, tag in (("failures", "failure"), ("errors", "error"),
                               ("skipped", "skipped")):
                found = sum(1 for case in cases if case.find(tag) is not None)
                self.assertEqual(int(node.get(count)), found, count)
        self.assertEqual(int(root.get("tests")), tests)
        self.assertEqual(int(root.get("failures")), failures)
        self.assertEqual(int(root.get("errors")) + int(root.get("skipped")), not_run)

    @in_optimised_build
    def test_junit_counts_agree(self):
        self.expect(0, self.ulna("certify", "--port", "scalar", "--port", "asm", "--op",
                                 "lerp_joints", "--out", "out", "--junit", "deep/junit.xml"))
        (self.folder / "deep/junit.xml").rename(self.folder / "junit.xml")
        self.junit_counts(tests=2, failures=0, not_run=0)

    @in_optimised_build
    def test_the_same_seed_gives_the_same_certificate(self):
        def run(out, seed):
            self.expect(0, self.ulna("certify", "--port", "asm", "--op", "slerp_joints", "--seed",
                                     seed, "--out", out))
            operation = self.certificate(out)["ports"][0]["operations"][0]
            return {k: v for k, v in operation.items() if "second" not in k}
        first = run("a", 5)
        self.assertEqual(first, run("b", 5))
        self.assertNotEqual(first, run("c", 6))

    # --- What cannot be used ----------------------------------------------------------------

    def test_unknown_names(self):
        message = self.refused("certify", "--port", "no_port", naming="no_port")
        for port in builtin_ports():
            self.assertIn(port, message)
        message = self.refused("certify", "--op", "no_op", naming="no_op")
        for operation in OPERATIONS:
            self.assertIn(operation, message)
        self.refused("contract", "no_op", naming="no_op")
        self.refused("no_command", naming="no_command")

    def test_budgets(self):
        for budget in ("soon", "0s", "-1m", "1", "1d", "1m2", "nans", "infh", "1e99h", "1 s"):
            self.refused("certify", "--budget=" + budget, naming="--budget " + budget)
        self.refused("certify", "--budget=9999999h", naming="less than 277777h")

    def test_sweeps(self):
        self.refused("sweep", "no_piece", naming="no_piece")
        self.refused("sweep", "sin_zero_half_pi", "--port", "no_port", naming="no_port")
        self.refused("sweep", "sin_zero_half_pi", "--port", "", naming="--port")
        self.refused("sweep", "sin_zero_half_pi", "--out", "", naming="--out")
        (self.folder / "file").write_text("no folder\n")
        self.refused("sweep", "sin_zero_half_pi", "--out", "file", naming="file")

    def test_sweeps_of_slerp(self):
        for t in ("0", "1", "-0.5", "nan", "many"):
            self.refused("sweep", "slerp_joints", f"--t={t}", naming="--t")
        self.refused("sweep", "sin_zero_half_pi", "--t", "0.5", naming="--t")
        self.refused("sweep", "slerp_joints", "--port", "no_port", naming="no_port")
        run = self.expect(3, self.ulna("sweep", "slerp_joints", "--port", self.port(), "--out",
                                       "out"))
        self.assertEqual(run.stdout,
                         "slerp_joints of mine: not run, the port does not implement it\n")
        report = json.loads((self.folder / "out/sweep.json").read_text(encoding="utf-8"))
        self.assertEqual((report["port"], report["verdict"]), ("mine", "not run"))
        source = self.folder / "traps.c"
        source.write_text(TRAPPING_SLERP)
        run = self.expect(1, self.ulna("sweep", "slerp_joints", "--port", self.compiled(source)))
        self.assertRegex(run.stdout, r"\Aslerp_joints of traps: refuted: crashed: [^\n]+\n"
                                     r"traps: no approximation instructions: [^\n]+\n\Z")

    def test_models(self):
        self.refused("certify", "--model", "no_model.x", naming="no_model.x")
        (self.folder / "text.x").write_text("no model\n")
        self.refused("certify", "--model", "text.x", naming="text.x")
        self.refused("certify", "--model", ".", naming=".")
        strip = self.write("strip.x", x_file(self.STRIP))
        run = self.expect(0, self.ulna("certify", "--model", strip, "--port", self.port(), "--out",
                                       "out"))
        self.assertIn("strip.x: 6 vertices, 4 joints, 9 influences (at most 3 on a vertex), "
                      "no animation: a synthetic sway\n", run.stdout)
        self.assertEqual(len(self.certificate("out")["models"]), 1)

    def test_cases(self):
        (self.folder / "text.case").write_text("no case\n")
        for command in (["show"], ["replay", "--port", "scalar"], ["shrink", "--port", "scalar"]):
            for case in ("no.case", "text.case", "."):
                self.refused(*command, case, naming=case)

    def test_ports_that_are_none(self):
        (self.folder / "text.so").write_text("no library\n")
        (self.folder / "folder.so").mkdir()
        for port in ("./text.so", "./no.so", "./folder.so", "/"):
            self.refused("certify", "--port", port, "--out", "out", naming=port)
        source = self.folder / "other.c"
        source.write_text("int other;\n")
        subprocess.run(["cc", "-shared", "-fPIC", source, "-o", self.folder / "other.so"],
                       check=True, timeout=60)
        self.refused("certify", "--port", "./other.so", "--out", "out", naming="ulna_port_v1")
        for start, said in (("{4, NAME", "struct_size is too small"),
                            ("{sizeof(ulna_port), 0", "name or cpu_features is NULL")):
            source.write_text(ONE_OPERATION.replace("{sizeof(ulna_port), NAME", start)
                              .replace("AFTER", "").replace("NAME", '"mine"')
                              .replace("FEATURES", '""').replace("KERNEL", "transform_verts"))
            subprocess.run(["cc", "-shared", "-fPIC", "-I", SOURCE / "include", source, "-o",
                            self.folder / "other.so"], check=True, timeout=60)
            self.refused("certify", "--port", "./other.so", "--out", "out", naming=said)
        self.assertFalse((self.folder / "out/certificate.json").exists())

    def test_the_worker_by_itself(self):
        for program in ("ulna-worker", "ulna-confined"):
            worker = next(Path(ULNA).parent.parent.glob(f"lib*/**/{program}"))
            run = self.expect(2, self.ulna(command=[worker]))
            self.assertIn("is started by ulna", run.stderr)

    # --- Ports for other machines -----------------------------------------------------------

    @with_aarch64
    def test_a_port_for_aarch64_is_certified_by_its_emulator(self):
        library = self.port(compiler="aarch64-linux-gnu-gcc")
        run = self.expect(0, self.ulna("certify", "--port", library, "--out", "out"))
        self.assertRegex(run.stdout, r"(?m)^mine armv8.0 +transform_verts +certified ")
        self.assertRegex(run.stdout, r"mine aarch64/armv8.0: by qemu-aarch64 [0-9.]+; not looked at")
        port = self.certificate("out")["ports"][0]
        self.assertEqual(port["machine"], "aarch64/armv8.0")
        self.assertRegex(port["emulator"], r"\Aqemu-aarch64 [0-9.]+\Z")
        self.assertNotIn("approximations", port)
        self.assertNotIn("executed", port["operations"][0])
        shown = self.expect(0, self.ulna("show", "out/certificate.json"))
        self.assertIn("mine aarch64/armv8.0", shown.stdout)

    @in_optimised_build
    @with_aarch64
    def test_a_finding_on_a_machine_is_replayed_there(self):
        library = self.port(compiler="aarch64-linux-gnu-gcc", after="verts[v].position.w = 0;")
        run = self.expect(1, self.ulna("certify", "--port", library, "--machine", "aarch64/vl256",
                                       "--op", "transform_verts", "--out", "out"))
        replay = re.search(r"(?m)^    (\S+ replay \S+-wrote_outside.*)$", run.stdout).group(1)
        self.assertIn(" --machine aarch64/vl256", replay)
        again = self.expect(1, self.ulna(*shlex.split(replay)[1:]))
        self.assertIn("wrote_outside", again.stdout)

    @with_aarch64
    def test_what_cannot_be_judged_on_a_machine(self):
        library = self.port(compiler="aarch64-linux-gnu-gcc")
        for said, *options in ((" say one of aarch64/vl128", "--machine", "aarch64/sve"),
                               ("whose machine code is not read", "--executed", "50"),
                               ("is of x86-64", "--approximations", "adversarial")):
            self.refused("certify", "--port", library, "--out", "out", *options, naming=said)
        self.refused("certify", "--port", "sse", "--machine", "aarch64/max", naming="leave --machine")
        self.refused("fuzz", "--port", library, "--for", "1s", "--check", naming="their own process")
        case = next((SOURCE / "corpus/transform_verts/seeds").glob("*.case"))
        self.refused("replay", case, "--port", library, "--machine", "x", naming="say one of")
        unknown = self.port(name="unknown", compiler="aarch64-linux-gnu-gcc", features="neon")
        self.refused("certify", "--port", unknown, "--out", "out", naming="did you mean asimd?")
        broken = self.folder / "qemu-aarch64"
        broken.write_text("#!/bin/sh\n[ $1 = --version ] && echo qemu-aarch64 version 6.2.0\nexit 7\n")
        broken.chmod(0o755)
        run = self.expect(3, self.ulna("certify", "--port", library, "--out", "out",
                                       environment={"PATH": f"{self.folder}:{os.environ['PATH']}"}))
        self.assertIn("qemu-aarch64 6.2.0 does not start the worker for AArch64 Linux", run.stderr)
        without = {"PATH": "/nowhere"}
        run = self.expect(3, self.ulna("certify", "--port", library, "--out", "out",
                                       environment=without))
        self.assertRegex(run.stderr, r"\Aulna: no qemu-aarch64 here [^\n]*apt-get install [^\n]*\n\Z")

    @with_aarch64
    def test_libraries_for_aarch64_that_are_no_ports(self):
        library = self.port(compiler="aarch64-linux-gnu-gcc").read_bytes()
        for length in (64, 1000, len(library) // 2):
            (self.folder / "short.so").write_bytes(library[:length])
            self.refused("certify", "--port", "./short.so", "--out", "out", naming="./short.so")
        (self.folder / "other.so").write_bytes(library[:18] + b"\x08\x00" + library[20:])
        self.refused("certify", "--port", "./other.so", "--out", "out",
                     naming="give a shared library for x86-64 Linux, AArch64 Linux, RISC-V")
        leaves = self.port(compiler="aarch64-linux-gnu-gcc",
                           also="__attribute__((constructor)) static void leave(void) {_exit(0);}")
        run = self.expect(1, self.ulna("certify", "--port", leaves, "--op", "transform_verts"))
        self.assertIn("loading it ended the process", run.stdout)

    @with_i386
    def test_a_port_of_32_bits_is_certified_on_the_hardware(self):
        library = self.port(flags=["-m32"])
        run = self.expect(0, self.ulna("certify", "--port", library, "--out", "out"))
        self.assertRegex(run.stdout, r"(?m)^mine i386 +transform_verts +certified ")
        self.assertIn("mine i386: on the hardware; not looked at", run.stdout)
        port = self.certificate("out")["ports"][0]
        self.assertEqual(port["machine"], "i386")
        self.assertNotIn("emulator", port)
        self.refused("certify", "--port", library, "--out", "out", "--executed", "50",
                     naming="whose machine code is not read")
        self.refused("certify", "--port", library, "--out", "out", "--machine", "i386/sse",
                     naming="say one of i386")
        (self.folder / "short.so").write_bytes(library.read_bytes()[:5000])
        self.refused("certify", "--port", "./short.so", "--out", "out", naming="./short.so")

    @with_i386
    def test_a_finding_of_32_bits_is_replayed(self):
        library = self.port(flags=["-m32"], after="verts[v].position.w = 0;")
        run = self.expect(1, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                       "--out", "out"))
        replay = re.search(r"(?m)^    (\S+ replay \S+-wrote_outside.*)$", run.stdout).group(1)
        self.assertIn(" --machine i386", replay)
        again = self.expect(1, self.ulna(*shlex.split(replay)[1:]))
        self.assertIn("wrote_outside", again.stdout)

    @with_wine
    def test_a_dll_is_certified_in_wine(self):
        library = self.dll()
        run = self.expect(0, self.ulna("certify", "--port", library, "--out", "out"))
        self.assertRegex(run.stdout, r"(?m)^mine win64 +transform_verts +certified ")
        self.assertRegex(run.stdout, r"mine win64: by wine64 [0-9.]+; not looked at")
        port = self.certificate("out")["ports"][0]
        self.assertEqual(port["machine"], "win64")
        self.assertRegex(port["emulator"], r"\Awine64 [0-9.]+\Z")

    @with_wine
    def test_a_finding_of_a_dll_is_replayed(self):
        library = self.dll(after="verts[v].position.w = 0;")
        run = self.expect(1, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                       "--out", "out"))
        replay = re.search(r"(?m)^    (\S+ replay \S+-wrote_outside.*)$", run.stdout).group(1)
        again = self.expect(1, self.ulna(*shlex.split(replay)[1:]))
        self.assertIn("wrote_outside", again.stdout)

    @with_wine
    def test_dlls_that_are_no_ports(self):
        library = self.dll().read_bytes()
        for length in (64, 1000, len(library) // 2):
            (self.folder / "short.dll").write_bytes(library[:length])
            self.refused("certify", "--port", "./short.dll", "--out", "out", naming="./short.dll")
        at = int.from_bytes(library[60:64], "little") + 4
        (self.folder / "arm.dll").write_bytes(library[:at] + b"\x64\xaa" + library[at + 2:])
        self.refused("certify", "--port", "./arm.dll", "--out", "out",
                     naming="built for PE machine 0xaa64; give a shared library for x86-64 Linux")

    @with_wasm
    def test_a_module_is_certified_under_both_compilers(self):
        library = self.module()
        run = self.expect(0, self.ulna("certify", "--port", library, "--out", "out"))
        for machine in ("turbofan", "liftoff"):
            self.assertRegex(run.stdout, rf"(?m)^mine {machine} +transform_verts +certified ")
        self.assertRegex(run.stdout, r"by node v[0-9.]+; not looked at")
        ports = self.certificate("out")["ports"]
        self.assertEqual([port["machine"] for port in ports], ["wasm/turbofan", "wasm/liftoff"])
        self.assertRegex(ports[0]["emulator"], r"\Anode v[0-9.]+\Z")

    @with_wasm
    def test_a_finding_of_a_module_is_replayed(self):
        library = self.module(after="verts[v].position.w = 0;")
        run = self.expect(1, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                       "--out", "out"))
        replay = re.search(r"(?m)^    (\S+ replay \S+-wrote_outside.*)$", run.stdout).group(1)
        self.assertIn(" --machine wasm/", replay)
        again = self.expect(1, self.ulna(*shlex.split(replay)[1:]))
        self.assertIn("wrote_outside", again.stdout)

    @with_wasm
    def test_a_stack_pointer_that_is_not_exported_is_found_by_name(self):
        spoiled = dict(also='__asm__(".globaltype __stack_pointer, i32\\n");\n',
                       after='__asm__ volatile("global.get __stack_pointer\\n i32.const 16\\n '
                             'i32.sub\\n global.set __stack_pointer\\n");')
        exports = ["ulna_port_v1"]
        certify = ["certify", "--op", "transform_verts", "--machine", "wasm/liftoff", "--port"]
        run = self.expect(1, self.ulna(*certify, self.module(exports, **spoiled)))
        self.assertIn("changed_stack: came back with __stack_pointer", run.stdout)
        self.expect(0, self.ulna(*certify, self.module(exports)))
        stripped = self.module(exports, more=("-Wl,--export-table", "-Wl,--strip-all"))
        self.refused(*certify, stripped, naming="link it with -Wl,--export=__stack_pointer")

    @with_wasm
    def test_a_trap_is_told_in_the_engines_words(self):
        library = self.module(after="if (num_verts > 7) __builtin_trap();")
        run = self.expect(1, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                       "--machine", "wasm/liftoff", "--out", "out"))
        self.assertRegex(run.stdout, r"crashed[^\n]*\n?[^\n]*RuntimeError: unreachable")

    @with_wasm
    def test_modules_that_are_no_ports(self):
        whole = self.module().read_bytes()
        for length in (100, 1000, len(whole) - 1):
            (self.folder / "short.wasm").write_bytes(whole[:length])
            self.refused("certify", "--port", "./short.wasm", "--out", "out",
                         naming="./short.wasm: not a port: invalid module: ")
        for what, cure in (
                (dict(exports=[]), "it does not export ulna_port_v1; link it with "
                                   "-Wl,--export=ulna_port_v1"),
                (dict(more=[]), "it does not export its table of functions; link it with "
                                "-Wl,--export-table"),
                (dict(more=["-Wl,--initial-memory=536870912", "-Wl,--export-table"]),
                 "it begins with 512 MB of memory; link it with 256 at most"),
                (dict(more=["-Wl,--shared-memory", "-Wl,--max-memory=1048576", "-matomics",
                            "-mbulk-memory", "-Wl,--no-check-features", "-Wl,--export-table"]),
                 "its memory is shared; link it without threads")):
            self.refused("certify", "--port", self.module(**what), "--out", "out", naming=cure)

    def test_libraries_that_are_no_ports_name_the_cure(self):
        source = self.folder / "data.c"
        source.write_text("const char ulna_port_v1[64] = {0};\n")
        for library, cure in (
                (self.compiled(source), "its ulna_port_v1 is no function; declare it as "),
                (self.write("short.so", "\x7fELF\x02\x01\x01"), "get the whole file"),
                (self.needing_what_is_not_there(), "; install that library, or link it statically")):
            self.refused("certify", "--port", library, "--out", "out", naming=cure)

    def needing_what_is_not_there(self):
        needed = self.compiled(self.write("libneeded.c", "int needed(void) { return 1; }\n"))
        library = self.port(flags=["-Wl,--no-as-needed", needed])
        needed.unlink()
        return library

    def test_jobs_change_no_result(self):
        results = []
        for jobs in ("1", "4"):
            self.expect(0, self.ulna("certify", "--port", "scalar", "--port", "asm", "--op",
                                     "slerp_joints", "--op", "lerp_joints", "--jobs", jobs,
                                     "--out", "out"))
            results.append([{key: operation[key] for key in
                             ("operation", "verdict", "cases", "elements", "words")}
                            | {"largest": [e["fraction"] for e in operation["largest_errors"]]}
                            for port in self.certificate("out")["ports"]
                            for operation in port["operations"]])
        self.assertEqual(len(results[0]), 4)
        self.assertEqual(results[0], results[1])
        self.refused("certify", "--jobs", "0", naming="--jobs")

    def program(self, case):
        """`show --c`, built: warnings are errors, but for pointers made of functions."""
        source = self.write("witness.c", self.expect(0, self.ulna("show", "--c", case)).stdout)
        built = self.folder / "witness"
        subprocess.run(["cc", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I",
                        SOURCE / "include", source, "-o", built, "-lm"], check=True, timeout=60)
        return built

    def test_each_operation_as_a_c_program(self):
        scalar = Path(ULNA).parent.parent / "lib/ulna/ports/scalar.so"
        compared = 0
        for operation in sorted(path for path in (SOURCE / "corpus").iterdir() if path.is_dir()):
            for case in sorted(operation.rglob("*.case"))[:2]:
                with self.subTest(case=case.name):
                    run = subprocess.run([self.program(case), scalar], capture_output=True,
                                         text=True, timeout=60, check=False)
                    self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
                    compared += run.stdout.count(", bound ")
        self.assertGreater(compared, 200)

    def test_a_c_program_shows_what_is_wrong(self):
        library = self.port(after="if (v == 1) verts[v].position.y = 0.0f / 0.0f;")
        self.expect(1, self.ulna("certify", "--port", library, "--op", "transform_verts",
                                 "--out", "out"))
        case = next((self.folder / "out/witnesses").glob("*out_of_bound.case"))
        program = self.program(case)
        run = self.expect(1, subprocess.run([program, library], capture_output=True, text=True,
                                            timeout=60, check=False))
        wrong = [line for line in run.stdout.splitlines() if line.endswith("  <- wrong")]
        self.assertEqual(len(wrong), 1, run.stdout)
        self.assertRegex(wrong[0], r"\Averts\[1\]\.position\.y +got -?nan, exact ")
        other = self.port(name="other", offers=False)
        for port, said in ((other, "the port has no transform_verts"), ("/none.so", "/none.so")):
            run = subprocess.run([program, port], capture_output=True, text=True, timeout=60,
                                 check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn(said, run.stderr)

    def test_a_port_that_leaves_while_it_is_loaded(self):
        library = self.port(also="__attribute__((constructor)) static void leave(void) {_exit(0);}")
        case = next((SOURCE / "corpus/transform_verts/seeds").glob("*.case"))
        run = self.expect(1, self.ulna("replay", case, "--port", library))
        self.assertRegex(run.stderr, r"\Aulna: the port cannot be used: loading it ended the process"
                                     r"[^\n]*\n\Z")

    def test_an_output_that_cannot_be_written(self):
        (self.folder / "file").write_text("a file\n")
        self.refused("certify", "--port", "scalar", "--op", "lerp_joints", "--out", "file/out",
                     naming="file/out")
        self.refused("certify", "--port", "scalar", "--op", "lerp_joints", "--out", "out",
                     "--junit", "file/junit.xml", naming="file")
        self.assertEqual((self.folder / "file").read_text(), "a file\n")

    def test_an_installation_without_ports(self):
        ulna = shutil.copy(ULNA, self.folder / "ulna")
        run = self.expect(2, self.ulna("sweep", command=[ulna]))
        self.assertRegex(run.stderr, r"\Aulna: cannot run [^\n]+/ulna-tools: [^\n]+\n\Z")
        private = self.folder / "lib" / "ulna"
        private.mkdir(parents=True)
        shutil.copy(Path(ULNA).parent.parent / "lib" / "ulna" / "ulna-tools", private)
        for arguments in (["certify"], ["convert", self.write("strip.x", x_file(self.STRIP)),
                                        "--palette", "4"]):
            run = self.expect(2, self.ulna(*arguments, command=[ulna]))
            self.assertRegex(run.stderr, r"\Aulna: no built-in port[^\n]+\n\Z")

    def test_a_case_of_an_operation_that_the_port_lacks(self):
        witness = next(word for word in self.refute_published()[1] if word.endswith(".case"))
        self.refused("replay", witness, "--port", self.port(), naming="slerp_joints", code=3)

    def test_wrong_usage(self):
        for arguments in (["certify", "--no-such-option"], ["certify", "--port"], ["--no-such"],
                          ["certify", "--seed", "abc"], ["replay"], ["replay", "a.case"],
                          ["contract"], ["show", "a.case", "b.case"], ["certify", "--budget="]):
            run = self.expect(2, self.ulna(*arguments))
            self.assertNotEqual(run.stderr, "", arguments)

    def test_a_seed_is_not_negative(self):
        run = self.expect(2, self.ulna("certify", "--port", "scalar", "--op", "lerp_joints",
                                       "--out", "out", "--seed", "-1"))
        self.assertIn("seed", run.stderr)

    # --- Models -----------------------------------------------------------------------------

    def write(self, name, contents):
        path = self.folder / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def inspect(self, path):
        text = self.expect(0, self.ulna("inspect", path)).stdout
        return text, json.loads(self.expect(0, self.ulna("inspect", path, "--json")).stdout)

    def convert(self, path, *arguments):
        run = self.expect(0, self.ulna("convert", path, "--json", "--remaps", *arguments))
        return json.loads(run.stdout)

    STRIP = {"A": [(0, 1.0), (1, 0.5), (2, 0.25)], "B": [(1, 0.5), (2, 0.5), (3, 1.0)],
             "C": [(2, 0.25), (4, 1.0)], "D": [(5, 1.0)]}

    def test_inspect_real_characters(self):
        text, wuson = self.inspect(MODELS / "X/Testwuson.X")
        self.assertEqual(len(wuson["bones"]), 37)
        self.assertEqual(len(wuson["influences_per_face"]), 6 + 1)
        self.assertEqual(sum(wuson["influences_per_face"]), 3732)
        self.assertEqual(wuson["x"]["headers"][0]["claims"], [4, 0, 37])
        self.assertEqual(wuson["x"]["headers"][0]["has"], [4, 6, 37])
        self.assertRegex(text, r"claims 4 per vertex, 0 per face \(TOO LOW: it has 6\), 37 bones")
        text, _ = self.inspect(MODELS / "X/BCN_Epileptic.X")
        self.assertEqual(text.count("XSkinMeshHeader"), 3)
        text, _ = self.inspect(MODELS / "X/test_cube_binary.x")
        self.assertIn("not read: the file is binary", text)

    def test_inspect_counts_what_is_there(self):
        text, strip = self.inspect(self.write("strip.x", x_file(self.STRIP)))
        self.assertEqual([b["name"] for b in strip["bones"]], list("ABCD"))
        self.assertEqual([b["vertices"] for b in strip["bones"]], [3, 3, 2, 1])
        self.assertEqual(strip["influences_per_vertex"], [0, 4, 1, 1])
        # ABC, ABC, ABC and BCAD: the faces are 0 2 1, 1 2 3, 2 4 3 and 3 4 5.
        self.assertEqual(strip["influences_per_face"], [0, 0, 0, 4])
        self.assertEqual(strip["problems"], [])
        self.assertIn("3 per vertex, 3 per face, 4 bones; true", text)

    def test_inspect_counts_the_bones_of_each_skin_alone(self):
        other = x_file({"A": [(0, 0.5), (1, 1.0), (2, 1.0)], "E": [(0, 0.5), (3, 1.0), (4, 1.0), (5, 1.0)]},
                       "XSkinMeshHeader { 2; 2; 6; }")
        other = other[other.index("Frame E"):].replace("Body", "Tail").replace("Strip", "Fin")
        text, both = self.inspect(self.write("both.x", x_file(self.STRIP) + other))
        self.assertEqual([(mesh["name"], mesh["bones"]) for mesh in both["meshes"]],
                         [("Body", 4), ("Tail", 2)])
        self.assertEqual([b["name"] for b in both["bones"]], list("ABCDE"))
        self.assertEqual([h["has"] for h in both["x"]["headers"]], [[3, 3, 4], [2, 2, 2]])
        self.assertIn("Fin: claims 2 per vertex, 2 per face, 6 bones (it has 2)", text)

    def test_inspect_names_what_is_wrong(self):
        nan = NAN
        path = self.write("bad.iqm", iqm_file(
            [[(0, 1), (0, 0), (0, 0), (0, 0)], [(1, 0.5), (1, 0.5), (0, 0), (0, 0)],
             [(1, -0.25), (2, 1.25), (0, 0), (0, 0)], [(2, nan), (0, 0), (0, 0), (0, 0)],
             [(0, 0), (0, 0), (0, 0), (0, 0)], [(0, 0.5), (2, 0.25), (1, 0.125), (0, 0)]]))
        text, bad = self.inspect(path)
        self.assertEqual({p["kind"]: (p["count"], p["vertex"]) for p in bad["problems"]},
                         {"duplicate_bone": (1, 1), "negative_weight": (1, 2),
                          "weight_not_finite": (1, 3), "no_influence": (1, 4),
                          "weight_sum": (1, 5)})
        self.assertIn("vertex 5 of mesh 0: 0.875", text)
        self.refused("convert", path, "--palette", "4", naming="weight -0.25 of bone joint1")

    def test_inspect_tells_what_is_left_out(self):
        lines = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nl 3 4\nl 4 2\n"
        text, still = self.inspect(self.write("still.obj", lines))
        self.assertRegex(text, r"(?m)^skin +none: no mesh has bones$")
        self.assertFalse(still["skinned"])
        self.assertEqual(sum(mesh["points_and_lines"] for mesh in still["meshes"]), 2)
        self.assertRegex(text, r"; (2 points and lines|1 point or line) left out")
        bare = x_file({})
        bare = bare[bare.index("Frame Body"):].replace("Body", "Floor").replace("Strip", "Plane")
        text, both = self.inspect(self.write("both.x", x_file(self.STRIP) + bare))
        self.assertEqual((len(both["meshes"]), both["meshes_without_bones"]), (1, 1))
        self.assertEqual([(h["mesh"], h["has"]) for h in both["x"]["headers"]],
                         [("Strip", [3, 3, 4]), ("Plane", [])])
        self.assertRegex(text, r"(?m)^meshes without bones +1, left out$")

    def test_models_without_a_mesh(self):
        nodes = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
                 "nodes": [{"name": "alone"}]}
        path = self.write("nodes.gltf", json.dumps(nodes))
        self.refused("inspect", path, naming="it has no mesh")

    def test_iqm_joints_of_every_size(self):
        list_ = [[(0, 0.5), (1, 0.5), (0, 0), (0, 0)], [(1, 1), (0, 0), (0, 0), (0, 0)],
                 [(2, 0.25), (1, 0.75), (0, 0), (0, 0)], [(2, 1), (0, 0), (0, 0), (0, 0)]]
        of_bytes = self.inspect(self.write("a.iqm", iqm_file(list_)))
        self.assertEqual([bone["vertices"] for bone in of_bytes[1]["bones"]], [1, 3, 2])
        for index_format in ((0, "b"), (2, "h"), (3, "H"), (4, "i"), (5, "I"), (7, "f")):
            path = self.write("a.iqm", iqm_file(list_, index_format))
            self.assertEqual(self.inspect(path), of_bytes, index_format)
        self.refused("inspect", self.write("a.iqm", iqm_file(list_, (6, "e"))),
                     naming="its weights have an unknown format")
        self.refused("inspect", self.write("a.iqm", iqm_file(list_, joints=2)),
                     naming="a weight names a joint that is not there")
        one = struct.pack("<3f", 1, 1, 0)  # the second position
        path = self.write("a.iqm", iqm_file(list_).replace(one, struct.pack("<3f", 1, NAN, 0)))
        self.refused("inspect", path, naming="a vertex is not finite")

    def test_iqm_without_weights(self):
        whole = iqm_file([[(0, 1), (0, 0), (0, 0), (0, 0)]] * 3)
        arrays = whole.index(struct.pack("<4I", 4, 0, 1, 4))  # the bones of the vertices
        path = self.write("a.iqm", whole[:arrays] + struct.pack("<I", 6) + whole[arrays + 4:])
        self.assertFalse(self.inspect(path)[1]["skinned"])

    def test_the_importer_by_itself(self):
        importer = next(Path(ULNA).parent.parent.glob("lib*/**/ulna-import"))
        run = self.expect(2, self.ulna("no.x", "out", "--describe", command=[importer]))
        self.assertIn("no such file", run.stderr + run.stdout)
        strip = self.write("strip.x", x_file(self.STRIP))
        cases = set()
        for seed in "7", "7", "8":
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            (self.folder / "out").mkdir()
            self.expect(0, self.ulna(strip, "out", "--seed", seed, command=[importer]))
            cases.add(tuple(sorted((p.name, p.read_text())
                                   for p in (self.folder / "out").iterdir())))
        self.assertEqual(len(cases), 2)
        for seed in "-1", "7x", "":
            run = self.expect(2, self.ulna(strip, "out", "--seed", seed, command=[importer]))
            self.assertIn("usage", run.stderr + run.stdout)

    def test_inspect_headers(self):
        def headers(text):
            return self.inspect(self.write("strip.x", x_file(self.STRIP, text)))[1]["x"]
        one = headers("XSkinMeshHeader { 65535; 0; 4; }")
        self.assertEqual(one["headers"], [{"mesh": "Strip", "frame": "Body", "malformed": "",
                                           "claims": [65535, 0, 4], "has": [3, 3, 4]}])
        huge = headers("XSkinMeshHeader { 65536; 3; 4; }")["headers"][0]
        self.assertEqual(huge["claims"], [])
        self.assertIn("nMaxSkinWeightsPerVertex is 65536", huge["malformed"])
        none = headers("")
        self.assertEqual((none["count"], none["headers"]), (0, []))
        many = headers("XSkinMeshHeader { 3; 3; 4; }\n" * 1000)
        self.assertEqual((many["count"], len(many["headers"])), (1000, 256))
        self.assertEqual(many["headers"][0]["has"], [])

    def test_inspect_damaged_headers(self):
        whole = x_file(self.STRIP)
        start = whole.index("XSkinMeshHeader")
        for end in range(start, start + 30, 3):
            run = self.ulna("inspect", self.write("short.x", whole[:end]))
            self.assertIn(run.returncode, (0, 2), run.stderr)
            self.assertLessEqual(run.stderr.count("\n"), 1)
        for text in ("xof 0303txt 0032", "xof 0303txt 0032\nXSkinMeshHeader {" * 3,
                     "xof 0303txt 0032\n" + "{" * 100000, "xof 0303bin 0032garbage", "xof "):
            self.refused("inspect", self.write("bad.x", text), naming="bad.x")

    def check_conversion(self, path, limit, *arguments):
        """Cross-checks the JSON of a conversion, and the table."""
        arguments = ["--bones-per-subset" if limit <= 4 else "--palette", limit, *arguments]
        c = self.convert(path, *arguments)
        faces = sum(mesh["faces"] for mesh in c["meshes"])
        vertices = sum(mesh["vertices"] for mesh in c["meshes"])
        self.assertEqual(c["faces"], faces)
        self.assertEqual(c["limits"]["max_bones"], limit)
        face = vertex = attribute = 0
        for subset in c["subsets"]:
            self.assertEqual((subset["face_start"], subset["vertex_start"]), (face, vertex))
            self.assertGreater(subset["face_count"], 0)
            face += subset["face_count"]
            vertex += subset["vertex_count"]
            self.assertGreaterEqual(subset["attribute"], attribute)
            attribute = subset["attribute"]
            self.assertEqual(subset["material"], c["meshes"][attribute]["material"])
            self.assertTrue(0 < len(subset["bones"]) <= limit)
            self.assertEqual(len(set(subset["bones"])), len(subset["bones"]))
            self.assertTrue(all(0 <= b < len(c["bones"]) for b in subset["bones"]))
        self.assertEqual((face, vertex), (faces, c["vertices_out"]))
        self.assertEqual(sorted(c["face_remap"]), list(range(faces)))
        self.assertEqual(len(c["vertex_remap"]), vertex)
        self.assertEqual(len(set(c["vertex_remap"])), c["vertices_in"])
        self.assertLess(max(c["vertex_remap"]), vertices)
        self.assertLessEqual(c["lower_bound"], len(c["subsets"]))
        self.assertGreaterEqual(c["lower_bound"], 1)
        text = self.expect(0, self.ulna("convert", path, *arguments)).stdout
        self.assertRegex(text, rf"(?m)^subsets +{len(c['subsets'])}\b")
        for name in c["bones"]:
            if any(c["bones"][b] == name for s in c["subsets"] for b in s["bones"]):
                self.assertIn(name, text)
        return c

    def test_convert_real_characters(self):
        for model in ("X/Testwuson.X", "X/BCN_Epileptic.X"):
            for limit in (4, 12, 26):
                c = self.check_conversion(MODELS / model, limit)
                self.assertLessEqual(len(c["subsets"]), 2 * c["lower_bound"])
        c = self.check_conversion(MODELS / "X/Testwuson.X", 26, "--port", "scalar")
        self.assertEqual(c["port"], "scalar")

    def test_convert_a_strip(self):
        path = self.write("strip.x", x_file(self.STRIP))
        c = self.check_conversion(path, 4)
        self.assertEqual([s["bones"] and sorted(s["bones"]) for s in c["subsets"]], [[0, 1, 2, 3]])
        self.assertEqual(c["weight_lost"]["sum"], 0)
        c = self.check_conversion(path, 3)
        self.assertEqual((len(c["subsets"]), c["lower_bound"]), (2, 2))
        c = self.convert(path, "--palette", "4", "--max-influences", "1")
        self.assertEqual(c["max_influences"], 1)
        self.assertEqual(c["weight_lost"]["worst"], 0.5)

    def test_convert_for_a_device(self):
        path = self.write("strip.x", x_file(self.STRIP))
        c = self.convert(path, "--device", "4,63,mixed")
        self.assertEqual(c["operation"], "convert_to_indexed_blended_mesh")
        self.assertEqual(c["limits"]["max_bones"], len(c["bones"]))
        self.assertFalse(c["device"]["software"])
        self.assertEqual({s["pass"] for s in c["subsets"]}, {"hardware"})
        c = self.convert(path, "--device", "4,0,hardware")
        self.assertEqual(c["operation"], "convert_to_blended_mesh")
        for subset in c["subsets"]:
            self.assertEqual(subset["blend_weights"], len(subset["bones"]) - 1)
        c = self.convert(path, "--device", "0,0,mixed")
        self.assertTrue(c["device"]["software"])
        self.assertEqual({s["pass"] for s in c["subsets"]}, {"software"})
        text = self.expect(0, self.ulna("convert", path, "--device", "0,0,mixed")).stdout
        self.assertRegex(text, r"(?m)^the device draws it by software processing, with indices")
        # Of one influence for each vertex no face needs more than three bones.
        for kind in ("mixed", "hardware"):
            c = self.convert(MODELS / "X/Testwuson.X", "--device", f"3,0,{kind}", "--max-influences", "1")
            self.assertFalse(c["device"]["software"])
            self.assertEqual({s["pass"] for s in c["subsets"]}, {"hardware"})
        self.refused("convert", path, "--device", "1,0,hardware", naming="update_skinned_mesh")
        for device in ("4", "4,63", "4,63,pure", "4,x,mixed", "4,63,mixed,1"):
            with self.subTest(device=device):
                self.refused("convert", path, "--device", device, naming=f"--device {device}")
        self.refused("convert", path, "--device", "4,63,mixed", "--palette", 9, naming="either")
        self.refused("convert", path, "--palette", 9, "--no-normals", naming="--no-normals")

    def test_convert_vertices_without_influence(self):
        path = self.write("free.x", x_file({**self.STRIP, "D": [(4, 0.0625)]}))
        message = self.refused("convert", path, "--palette", "5", naming="vertex 5 of mesh 0")
        self.assertIn("--rigid-bone", message)
        # Of the second mesh, behind the six vertices of the first.
        second = x_file({**self.STRIP, "D": [(4, 0.0625)]})
        second = second[second.index("Frame Body"):].replace("Body", "Other")
        two = self.write("two.x", x_file(self.STRIP) + second.replace("Strip", "Second"))
        self.refused("convert", two, "--palette", "5", naming="vertex 5 of mesh 1")
        for bone in ("D", "3"):
            c = self.convert(path, "--palette", "5", "--rigid-bone", bone)
            self.assertEqual(c["limits"]["rigid_bone"], 3)
            self.assertIn(3, {b for s in c["subsets"] for b in s["bones"]})
        for bone in ("E", "4", "-1", "d"):
            self.refused("convert", path, "--palette", "5", "--rigid-bone=" + bone,
                         naming="--rigid-bone " + bone)

    def test_convert_limits(self):
        path = self.write("strip.x", x_file(self.STRIP))
        self.refused("convert", path, naming="--palette 1 to 256")
        self.refused("convert", path, "--palette", 9, "--bones-per-subset", 4, naming="either")
        for option, bad in (("--palette", ("0", "257", "-1", "x", "1.5", "99999999999")),
                            ("--bones-per-subset", ("1", "5", "four"))):
            for text in bad:
                self.refused("convert", path, f"{option}={text}", naming=f"{option} {text}")
        for text in ("0", "5", "all"):
            self.refused("convert", path, "--palette", "9", f"--max-influences={text}",
                         naming=f"--max-influences {text}")
        self.refused("convert", path, "--palette", "1", naming="--palette 3 or more")
        self.refused("convert", path, "--palette", "9", "--remaps", naming="--json")

    def test_convert_what_cannot_be_converted(self):
        self.refused("convert", MODELS / "B3D/WusonBlitz.b3d", "--palette", "9", naming="bones")
        self.refused("convert", "no.x", "--palette", "9", naming="no.x")
        self.refused("convert", ".", "--palette", "9", naming="folder")
        path = self.write("strip.x", x_file(self.STRIP))
        self.refused("convert", path, "--palette", "9", "--port", "asm",
                     naming="convert_to_indexed_blended_mesh")
        self.refused("convert", path, "--palette", "9", "--port", "no_port", naming="no_port")

        path = self.write("points.iqm", iqm_file(2 * [[(0, 1), (0, 0), (0, 0), (0, 0)]]))
        self.refused("convert", path, "--palette", "9", naming="no faces to convert")

    def test_convert_into_more_subsets_than_needed(self):
        path = self.write("strip.x", x_file(self.STRIP))
        port = Path(ULNA).parent.parent / "planted/right_convert_single_faces.so"
        arguments = (path, "--bones-per-subset", "4", "--port", port)
        self.assertEqual(len(self.convert(*arguments)["subsets"]), 4)
        run = self.expect(0, self.ulna("convert", *arguments))
        self.assertRegex(run.stdout, r"(?m)^subsets +4, at least 1 with these influences$")

    def test_convert_by_a_wrong_port(self):
        source = self.write("wrong.c", r"""
#include <ulna/port.h>
static int32_t convert(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
                       const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  (void)limits, (void)out;
  if (mesh->num_faces > 4) __builtin_trap();
  *counts = (ulna_conversion_counts){0, 0, 1, 1, 0};
  return ULNA_CONVERTED;
}
const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof port, .name = "wrong", .cpu_features = "",
                                 .convert_to_indexed_blended_mesh = convert};
  return &port;
}
""")
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-I", SOURCE / "include", source, "-o",
                        self.folder / "wrong.so"], check=True, timeout=60)
        for model, owed in ((self.write("strip.x", x_file(self.STRIP)), "not_valid"),
                            (MODELS / "X/Testwuson.X", "crashed")):
            run = self.expect(1, self.ulna("convert", model, "--palette", "9", "--port",
                                           "./wrong.so", "--json"))
            self.assertEqual(run.stdout, "")
            self.assertRegex(run.stderr, rf"\Aulna: port wrong [^\n]*{owed}: [^\n]+\n\Z")

    # --- What it tells ----------------------------------------------------------------------

    def test_list(self):
        run = self.expect(0, self.ulna("list"))
        words = run.stdout.split()
        for name in builtin_ports() + OPERATIONS:
            self.assertIn(name, words)

    @in_optimised_build
    def test_mutants(self):
        run = self.expect(1, self.ulna("mutate", "--port", "scalar", "--op", "reorder_palette",
                                       "--mutants", "all", "--only", "reorder_palette.cpp",
                                       "--json", "m.json", "--junit", "m.xml", "--draft",
                                       "m.toml"))
        report = json.loads((self.folder / "m.json").read_text())[0]
        self.assertEqual(report["killed"] + report["survived"], report["possible"])
        self.assertGreater(report["left_out"], 0)
        self.assertGreater(report["survived"], 0)
        self.assertEqual(run.stdout.count("survived: scalar reorder_palette: "), report["survived"])
        case = xml.parse(self.folder / "m.xml").getroot().find("testsuite/testcase")
        self.assertIsNotNone(case.find("failure"))
        # With a reason for each it is green; one that names no survivor is found among all only.
        draft = (self.folder / "m.toml").read_text()
        argued = draft.replace('reason = ""', 'reason = "equivalent"')
        (self.folder / "m.toml").write_text(argued + argued.replace('mutant = "', 'mutant = "no '))
        self.expect(0, self.ulna("mutate", "--port", "scalar", "--op", "reorder_palette", "--mutants",
                                 "all", "--only", "reorder_palette.cpp", "--survivors", "m.toml"))
        run = self.expect(0, self.ulna("mutate", "--port", "scalar", "--op", "reorder_palette",
                                       "--equivalent", "--mutants", "1"))
        self.assertIn(f" {report['possible']} ", run.stdout)

    @in_optimised_build
    def test_mutants_of_a_port_that_is_refuted(self):
        run = self.expect(1, self.ulna("mutate", "--port", "published", "--op", "slerp_joints",
                                       "--mutants", "4", "--junit", "m.xml"))
        self.assertIn("it is refuted as it is (out_of_bound); mend it first", run.stdout)
        case = xml.parse(self.folder / "m.xml").getroot().find("testsuite/testcase")
        self.assertIsNotNone(case.find("failure"))

    def test_mutants_that_cannot_be_made(self):
        self.refused("mutate", "--port", "scalar", "--json", ".", naming="--json .: it is a folder")
        for bad, naming in ((["--mutants", "many"], "--mutants many"),
                            (["--op", "slerp_bones"], "'slerp_bones'"),
                            (["--survivors", "none.toml"], "none.toml")):
            run = self.expect(2, self.ulna("mutate", "--port", "scalar", *bad))
            self.assertIn(naming, run.stderr)
        run = self.expect(3, self.ulna("mutate", "--port", "asm", "--op", "combine_bones"))
        self.assertIn("it has ", run.stderr)

    def test_an_instruction_that_is_not_declared(self):
        port = self.port(after='__asm__ volatile("popcnt %%eax, %%eax" ::: "eax");')
        run = self.expect(1, self.ulna("certify", "--port", port, "--out", "out"))
        finding = re.search(r"undeclared_feature: executed `popcnt eax, eax` at .*, which needs "
                            r"popcnt; cpu_features says '' (.*)", run.stdout.replace("\n    ", " "))
        self.assertTrue(finding, run.stdout)
        run = self.expect(1, self.ulna(command=shlex.split(finding[1])))
        self.assertIn("undeclared_feature: ", run.stdout)
        self.certificate("out")

    @in_optimised_build
    def test_less_ran_than_was_asked_for(self):
        port = self.port(after="if (num_verts == 123456789) verts[v].position.x = 0;")
        run = self.expect(3, self.ulna("certify", "--port", port, "--executed", "100"))
        self.assertIn("not all of it was run: ", run.stdout)
        self.expect(0, self.ulna("certify", "--port", port, "--executed", "50"))
        self.refused("certify", "--port", port, "--executed", "101", naming="--executed")

    def test_an_interrupted_sweep_says_how_far_it_came_and_is_not_green(self):
        for name, far in (("reciprocal_sqrt", r"\d[\d,]* of 4,294,967,296 arguments"),
                          ("slerp_joints", r"\d+ % of the sweep")):
            sweep = subprocess.Popen([ULNA, "sweep", name, "--out", "out"], cwd=self.folder,
                                     text=True, stdout=subprocess.PIPE)
            wait_for_handler(sweep.pid, signal.SIGTERM)
            sweep.terminate()
            out, _ = sweep.communicate(timeout=120)
            self.assertEqual(sweep.returncode, 3, out)
            self.assertRegex(out, f"\\A{name} of published: not run, interrupted after {far}")
            report = json.loads((self.folder / "out/sweep.json").read_text())
            self.assertEqual(report["verdict"], "not run")

    def test_an_interrupted_hunt_says_how_far_it_came(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            hunt = subprocess.Popen([ULNA, "hunt", "lerp_joints", "--port", "sse", "--for", "600s",
                                     "--out", "out"], cwd=self.folder, text=True,
                                    stdout=subprocess.PIPE)
            wait_for_handler(hunt.pid, number)
            hunt.send_signal(number)
            out, _ = hunt.communicate(timeout=120)
            self.assertEqual(hunt.returncode, 0, out)
            self.assertRegex(out, r"\Ainterrupted after \d+ s of 600\nlerp_joints, ")

    def test_a_hunt_that_ends_by_itself_is_not_interrupted(self):
        run = self.expect(0, self.ulna("hunt", "lerp_joints", "--port", "sse", "--for", "1s",
                                       "--out", "out"))
        self.assertNotIn("interrupted", run.stdout)

    def test_sweep_lists_the_pieces(self):
        words = self.expect(0, self.ulna("sweep")).stdout.split()
        for piece in PIECES:
            self.assertIn(piece, words)

    def test_a_piece_that_a_port_has_not(self):
        """As compiled before there were pieces: its struct is shorter."""
        source = self.folder / "old.c"
        source.write_text(PIECE_ONLY.replace("sizeof(ulna_port)",
                                             "offsetof(ulna_port, reciprocal_sqrt)"))
        for port in ("asm", self.compiled(source)):
            run = self.expect(3, self.ulna("sweep", "reciprocal_sqrt", "--port", port,
                                           "--out", "out"))
            self.assertIn("not run, the port does not implement it", run.stdout)
            report = json.loads((self.folder / "out/sweep.json").read_text(encoding="utf-8"))
            self.assertEqual((report["verdict"], report["swept"]), ("not run", 0))

    def test_a_piece_for_another_cpu(self):
        source = self.folder / "other_cpu.c"
        source.write_text(PIECE_ONLY.replace('.cpu_features = ""', '.cpu_features = "3dnow"'))
        run = self.expect(3, self.ulna("sweep", "reciprocal_sqrt", "--port", self.compiled(source),
                                       "--out", "out"))
        self.assertEqual(run.stdout,
                         "reciprocal_sqrt of pieces: not run, this CPU lacks 3dnow\n")
        report = json.loads((self.folder / "out/sweep.json").read_text(encoding="utf-8"))
        self.assertEqual(report["reason"], "this CPU lacks 3dnow")
        self.assertFalse((self.folder / "out/sweep.svg").exists())

    def test_a_sweep_of_a_piece_that_dies(self):
        source = self.folder / "dying.c"
        source.write_text(PIECE_ONLY.replace("out[i] = in[i]", "__builtin_trap()"))
        run = self.expect(1, self.ulna("sweep", "reciprocal_sqrt", "--port", self.compiled(source),
                                       "--out", "out"))
        self.assertRegex(run.stdout, r"\Areciprocal_sqrt of pieces: refuted\n"
                                     r"crashed: died of SIGILL[^\n]*; at \S+ \(0x\w{8}\)\n"
                                     r"stopped there: 0 of 4,294,967,296 arguments swept, ")
        report = json.loads((self.folder / "out/sweep.json").read_text(encoding="utf-8"))
        self.assertEqual((report["verdict"], report["complete"]), ("refuted", False))
        self.assertEqual([f["kind"] for f in report["findings"]], ["crashed"])
        self.assertEqual(xml.parse(self.folder / "out/sweep.svg").getroot().tag,
                         "{http://www.w3.org/2000/svg}svg")

    def test_certify_says_that_a_port_has_pieces_only(self):
        source = self.folder / "pieces.c"
        source.write_text(PIECE_ONLY)
        run = self.expect(3, self.ulna("certify", "--port", self.compiled(source)))
        self.assertRegex(run.stdout, r"(?m)^pieces offers the piece reciprocal_sqrt: "
                                     r"`\S*ulna sweep reciprocal_sqrt --port P` judges it$")

    def test_contracts(self):
        for operation in OPERATIONS:
            run = self.expect(0, self.ulna("contract", operation))
            self.assertTrue(run.stdout.startswith(operation + ", contract version "))
            for title in ("computes", "domain", "footprint", "bound", "source"):
                self.assertRegex(run.stdout, rf"(?m)^{title} +\S")
            self.assertLessEqual(max(map(len, run.stdout.splitlines())), 100)

    def test_show(self):
        witness = next(word for word in self.refute_published()[1] if word.endswith(".case"))
        run = self.expect(0, self.ulna("show", witness))
        self.assertEqual(run.stdout, (self.folder / witness).read_text())
        altered = run.stdout.replace("operation slerp_joints", "operation lerp_joints")
        (self.folder / "altered.case").write_text(altered)
        self.refused("show", "altered.case", naming="altered.case: altered: the checksum")

    def test_show_prints_the_table_of_a_certificate(self):
        run = self.refute_published()[0]
        printed = run.stdout[:run.stdout.index("certificate: ")]
        path = self.folder / "out" / "certificate.json"
        self.assertEqual(self.expect(0, self.ulna("show", path.relative_to(self.folder))).stdout,
                         printed)
        printed_json = path.read_text()
        certificate = json.loads(printed_json)
        certificate["machine"]["rcpps_sha256"] = "0" * 64
        path.write_text(json.dumps(certificate))
        run = self.expect(0, self.ulna("show", path.relative_to(self.folder)))
        self.assertTrue(run.stdout.startswith(printed))
        self.assertRegex(run.stdout[len(printed):],
                         r"\Aobtained on another processor [^\n]* rcpps [^\n]*\n\Z")
        certificate = json.loads(printed_json)
        del certificate["machine"]["fingerprint"]  # as an older ulna wrote it
        for port in certificate["ports"]:
            del port["approximations"]
        path.write_text(json.dumps(certificate))
        run = self.expect(0, self.ulna("show", path.relative_to(self.folder)))
        self.assertRegex(run.stdout, r"\nit carries no fingerprint[^\n]*\n\Z")
        del certificate["seed"]
        path.write_text(json.dumps(certificate))
        self.refused("show", "out/certificate.json", naming="out/certificate.json: certificate: "
                     "it lacks the member seed")

    def test_help_and_version(self):
        for arguments in (["--help"], ["certify", "--help"], ["replay", "--help"]):
            run = self.expect(0, self.ulna(*arguments))
            self.assertIn("--help", run.stdout)
        run = self.expect(0, self.ulna("--version"))
        self.assertRegex(run.stdout, r"\A\d+\.\d+\.\d+(, commit [0-9a-f]{40}\+?)?, \w+(, sanitizers)?\n\Z")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print("usage: cli_test.py ULNA SOURCE [TEST...]", file=sys.stderr)
        sys.exit(2)
    ULNA = str(Path(sys.argv[1]).resolve())
    SOURCE = Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
