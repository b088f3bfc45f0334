#!/usr/bin/python3
"""bench_test.py ULNA-BENCH ULNA SOURCE: the benchmarks from the outside. What they measure is not looked
at, only that they measure: a busy machine is no bug.

ULNA-BENCH and ULNA are executables, SOURCE the folder of the repository. Needs cc.
"""
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

PEERS = {"bullet", "cglm", "eigen", "glm", "imath", "ogre"}
TINY = ["--quick", "--elements", "5,16", "--repetitions", "1"]

# A port of lerp_joints whose first component is LERPED.
STRANGER = r"""
#include <ulna/port.h>

static void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend, float t,
                        const int32_t* index, int32_t num) {
  for (int32_t i = 0; i < num; ++i) joints[index[i]].q.x = LERPED;
  (void)blend, (void)t;
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "stranger",
                                 .cpu_features = FEATURES, .lerp_joints = lerp_joints};
  return &port;
}
"""

# Ends the process where a direct call does not bring what it should, of every kind of argument, in
# registers and on the stack. Where the judge calls it, standard output is a pipe.
PARTICULAR = r"""
#include <ulna/port.h>

static int is_judged(void) {
  extern long lseek(int, long, int);
  return lseek(1, 0, 1) < 0;
}

static void need(int is_right) {
  extern void _exit(int);
  if (!is_right) _exit(7);
}

static void update(void* dst, int32_t dst_stride, const void* src, int32_t src_stride, int32_t num,
                   int32_t has_normals, const ulna_mat44* palette, const ulna_mat44* normal_palette,
                   const uint32_t* first_influence, const ulna_influence* influences,
                   float min_influence) {
  if (is_judged()) return;
  need(dst_stride == 32 && src_stride == 32 && num >= 5 && has_normals == 1 && !normal_palette);
  need(palette->m[15] == 1 && first_influence[0] == 0 && first_influence[1] == 1);
  need(influences[0].weight == 1 && min_influence == 0 && ((const float*)src)[8 * num - 1] != 0);
  ((float*)dst)[8 * (num - 1)] = 0;
}

static void skin(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                 const uint8_t* indices, const float* weights, int32_t num_influences, int32_t num) {
  const float* n[] = {src->nx, src->ny, src->nz};
  float length = 0;
  if (is_judged()) return;
  for (int i = 0; i < 3; ++i) length += n[i][num - 1] * n[i][num - 1];
  need(length > 0.99f && length < 1.01f && src->x && num_influences == 4 && num >= 5);
  need(indices[4 * num - 1] < 128 && weights[4 * num - 1] <= 1 && joints);
  dst[num - 1].normal[2] = 0;
}

static void slerp(const float a[4], const float b[4], float t, float out[4]) {
  static const float* last;
  if (is_judged()) return;
  for (int i = 0; i < 4; ++i) need(a[i] >= -1 && a[i] <= 1 && b[i] >= -1 && b[i] <= 1);
  need(t > 0 && t < 1 && out != last);
  last = out;
  out[3] = 0;
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "particular",
                                 .cpu_features = "", .update_skinned_mesh = update,
                                 .skin_soa_verts = skin, .slerp = slerp};
  return &port;
}
"""

REORDERS_NOTHING = r"""
#include <ulna/port.h>

static void reorder(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t num) {
  (void)joints, (void)palette, (void)num;
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "reorders_nothing",
                                 .cpu_features = "", .reorder_palette = reorder};
  return &port;
}
"""

# A port of lerp_joints that takes so many rounds for a call, more than any noise.
LENGTHY = r"""
#include <ulna/port.h>

static void lerp_joints(ulna_joint_quat* joints, const ulna_joint_quat* blend, float t,
                        const int32_t* index, int32_t num) {
  for (volatile int round = 0; round < ROUNDS; ++round) {}
  (void)joints, (void)blend, (void)t, (void)index, (void)num;
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "NAME",
                                 .cpu_features = "", .lerp_joints = lerp_joints};
  return &port;
}
"""

# The operations that `--threads` calls, of which the last skins other bits each time.
FICKLE = r"""
#include <ulna/port.h>

static void sorted(ulna_vec4* positions, ulna_vec4* normals, const ulna_vec4* src_positions,
                   const ulna_vec4* src_normals, const ulna_mat44* palette, const uint16_t* indices,
                   const float* weights, const int32_t counts[4]) {
  (void)positions, (void)normals, (void)src_positions, (void)src_normals, (void)palette;
  (void)indices, (void)weights, (void)counts;
}

static void combine(ulna_mat44* palette, const ulna_mat44* offset, const ulna_mat44* bones, int32_t n) {
  (void)palette, (void)offset, (void)bones, (void)n;
}

static void reorder(ulna_joint_mat* joints, const ulna_mat44* palette, int32_t n) {
  (void)joints, (void)palette, (void)n;
}

static void skin(ulna_mesh_vertex* dst, const ulna_soa_verts* src, const ulna_joint_mat* joints,
                 const uint8_t* indices, const float* weights, int32_t num_influences, int32_t n) {
  static float calls;
  dst->position[0] = calls++;
  (void)src, (void)joints, (void)indices, (void)weights, (void)num_influences, (void)n;
}

const ulna_port* ulna_port_v1(void) {
  static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "best", .cpu_features = "",
                                 .skin_sorted_verts = sorted, .combine_bones = combine,
                                 .reorder_palette = reorder, .skin_soa_verts = skin};
  return &port;
}
"""


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="ulna-bench-test-")
        cls.path = Path(cls.folder.name)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def run_bench(self, *arguments, expected=0, program=None):
        done = subprocess.run([program or BENCH, *map(str, arguments)], capture_output=True, text=True,
                              cwd=self.path, check=False)
        self.assertEqual(done.returncode, expected, f"{arguments}:\n{done.stdout}{done.stderr}")
        return done

    def measured(self, *arguments):
        out = self.path / "bench.json"
        done = self.run_bench(*TINY, *arguments, "--json", out)
        self.assertEqual(done.stderr, "", "nothing is printed beside the table where no terminal is")
        return json.loads(out.read_text(encoding="utf-8")), done.stdout

    def refused(self, *arguments):
        done = self.run_bench(*TINY, *arguments, expected=2)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"\Aulna: [^\n]+\n\Z")
        return done.stderr

    def stranger(self, lerped, features=""):
        name = re.sub(r"\W+", "-", lerped + features)
        library = self.path / f"{name}.so"
        self.compile(STRANGER.replace("LERPED", lerped).replace("FEATURES", f'"{features}"'), library)
        return library

    def compile(self, code, library):
        source = self.path / f"{library.stem}.c"
        source.write_text(code)
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", f"-I{SOURCE}/include", "-o", library, source],
                       check=True)

    def installed(self, name, *links):
        """A copy of ULNA-BENCH in a tree that has these parts of the real one alone."""
        (self.path / name / "bin").mkdir(parents=True)
        (self.path / name / "lib/ulna").mkdir(parents=True)
        program = self.path / name / "bin" / BENCH.name
        shutil.copy(BENCH, program)
        for link in links:
            os.symlink(BENCH.parent.parent / "lib/ulna" / link, self.path / name / "lib/ulna" / link)
        return program

    def test_all_ports_are_measured_or_said_to_be_missing(self):
        report, text = self.measured("--op", "slerp_joints", "--op", "transform_verts")
        listed = subprocess.run([ULNA, "list"], capture_output=True, text=True, check=True).stdout
        built_in = set(re.findall(r"^  (\S+) ", listed.partition("operations")[0], re.M))
        there = {p["name"] for p in report["ports"] if p["kind"] == "built-in"}
        self.assertEqual(there, built_in - {"openmp"}, "which has threads, and a table of its own")
        self.assertEqual({p["name"] for p in report["ports"] if p["kind"] == "peer"}, PEERS)
        for port in report["ports"]:
            self.assertIn(port["name"], text)
            if port["kind"] == "peer" and "not_measured" in port:
                self.assertRegex(port["not_measured"], "^not (found: install lib|run: this CPU lacks )")

        groups = report["speed"]
        self.assertEqual([(g["operation"], g["elements"]) for g in groups],
                         [(op, n) for op in ("transform_verts", "slerp_joints") for n in (5, 16)])
        for group in groups:
            self.assertEqual(group["level"], "L1")
            names = {p["port"] for p in group["ports"]}
            self.assertTrue({"baseline", "asm", "scalar", "sse", "sse3"} <= names, names)
            for each in [group, *group["ports"]]:
                for key, value in each.items():
                    if isinstance(value, float) and key != "spread":
                        self.assertTrue(math.isfinite(value) and value > 0, f"{key}: {value}")
        self.assertEqual({p["spread"] for g in groups for p in g["ports"]}, {0}, "of one repetition")
        self.assertRegex(text, r"(?m)^\| baseline +\| +[\d.]+ ±0% \(1\.0x\) ")
        self.assertRegex(text, r"\n\nThe clock was at [\d.]+ GHz\. Errors [^\n]+ Load [\d.]+ after\.\n\Z")
        baseline = [p for p in groups[0]["ports"] if p["port"] == "baseline"]
        self.assertEqual(baseline[0]["times_as_fast"], 1)

    def test_a_table_is_printed_when_it_is_done(self):
        """The second operation's port looks whether the first one's table is in the file already."""
        looks = self.stranger("""({
          extern void _exit(int);
          extern long lseek(int, long, int);
          long at = lseek(1, 0, 1); /* where the judge calls it, standard output is a pipe */
          if (at >= 0 && at < 1200) _exit(7);
          0.5f; })""")
        out = self.path / "tables.md"
        with out.open("w") as file:
            done = subprocess.run([BENCH, *TINY, "--op", "slerp_joints", "--op", "lerp_joints", "--port",
                                   looks, "--speed-only"], stdout=file, cwd=self.path, check=False)
        self.assertEqual(done.returncode, 0, "nothing but what holds for all tables was there")
        text = out.read_text(encoding="utf-8")
        self.assertLess(text.index("| slerp_joints, cycles a joint"), text.index("| lerp_joints, cycles"))
        self.assertLess(len(text.partition("| slerp_joints")[0]), 1200)
        self.assertRegex(text, r"\| stranger +\| +\d")

    def test_spread_is_of_the_middle_half(self):
        out = self.path / "spread.json"
        self.run_bench("--quick", "--elements", "5", "--op", "lerp_joints", "--speed-only", "--json", out)
        for port in json.loads(out.read_text(encoding="utf-8"))["speed"][0]["ports"]:
            self.assertLessEqual(port["fastest_nanoseconds"],
                                 port["nanoseconds"] * (1 + 1e-9), port)
            self.assertGreaterEqual(port["spread"], 0)

    def test_errors_beside_speeds(self):
        report, _ = self.measured("--op", "slerp_joints")
        ports = {p["port"] for p in report["speed"][0]["ports"]}
        found = {(a["port"], a["family"]): a for a in report["accuracy"]}
        families = ("uniform pairs", "small angles", "half turns")
        self.assertEqual(set(found), {(port, family) for port in ports for family in families})
        for family in families:
            self.assertGreaterEqual(found["sse", family]["elements"], 1 << 14)
            self.assertLess(found["sse", family]["of_bound"], 1)
            self.assertFalse(found["sse", family]["out_of_bound"])

    def test_lengths_of_normals(self):
        report, text = self.measured("--op", "skin_aos_verts", "--op", "skin_soa_verts")
        for op in ("skin_aos_verts", "skin_soa_verts"):
            found = {a["port"]: a for a in report["accuracy"]
                     if a["operation"] == op and a["family"] == "lengths"}
            self.assertTrue({"baseline", "collapsed", "published", "scalar", "sse"} <= set(found), found)
            self.assertLess(found["sse"]["largest_error"], 1e-6)
            self.assertGreater(found["published"]["largest_error"], 1e-5, "RSQRTPS is no root")
            self.assertLess(found["published"]["of_bound"], 1)
        self.assertIn(" lengths |", text)

    def test_every_operation_but_the_plans_is_measured(self):
        """And plain C, which all are compared with, is right in all that it has."""
        report, text = self.measured()
        listed = subprocess.run([ULNA, "list"], capture_output=True, text=True, check=True).stdout
        operations = re.findall(r"^  (\w+) +contract version", listed, re.M)
        measured = [g["operation"] for g in report["speed"]]
        self.assertEqual(list(dict.fromkeys(measured)),
                         [op for op in operations if op not in ("choose_blending", "plan_draws")])
        ports = {op: {p["port"] for g in report["speed"] if g["operation"] == op for p in g["ports"]}
                 for op in measured}
        self.assertEqual({op for op in measured if "baseline" not in ports[op]},
                         {"convert_to_blended_mesh", "convert_to_indexed_blended_mesh",
                          "generate_adjacency"})
        for each in report["accuracy"]:
            if each["port"] == "baseline":
                self.assertFalse(each["out_of_bound"] or each["also_broken"], each)
        for group in report["speed"]:
            self.assertGreater(group["bytes_each"], 0)
            self.assertGreater(group["working_set"], group["elements"])

    def test_direct_calls_bring_all_arguments(self):
        particular = self.path / "particular.so"
        self.compile(PARTICULAR, particular)
        operations = ["slerp", "update_skinned_mesh", "skin_soa_verts"]
        out = self.path / "particular.md"
        with out.open("w") as file:
            done = subprocess.run([BENCH, *TINY, "--speed-only", "--port", particular,
                                   *[word for op in operations for word in ("--op", op)]],
                                  stdout=file, cwd=self.path, check=False)
        self.assertEqual(done.returncode, 0, "some argument was not what it should be")
        text = out.read_text(encoding="utf-8")
        self.assertEqual(len(re.findall(r"(?m)^\| particular +\| +\d", text)), len(operations), text)

    def test_results_without_errors_are_right_or_wrong(self):
        broken = self.path / "reorders-nothing.so"
        self.compile(REORDERS_NOTHING, broken)
        report, text = self.measured("--port", broken, "--op", "reorder_palette")
        self.assertRegex(text, r"(?m)^\| sse .*\| +right \|$")
        self.assertRegex(text, r"(?m)^\| reorders_nothing .*\| +\*\*wrong\*\* \|$")
        self.assertIn("reorders_nothing, characters: ", text)
        found = {a["port"]: a for a in report["accuracy"]}
        self.assertTrue(found["reorders_nothing"]["also_broken"], found)
        self.assertFalse(found["sse"]["also_broken"])

    def test_normals_that_are_sums_have_no_length(self):
        operations = {"skin_interleaved_verts", "skin_split_verts"}
        report, text = self.measured(*[word for op in sorted(operations) for word in ("--op", op)])
        self.assertEqual({g["operation"] for g in report["speed"]}, operations)
        for group in report["speed"]:
            ports = {p["port"] for p in group["ports"]}
            self.assertTrue({"baseline", "scalar", "sse"} <= ports, ports)
        self.assertEqual({a["family"] for a in report["accuracy"]}, {"characters", "hard sums"})
        self.assertFalse(any(a["out_of_bound"] for a in report["accuracy"]), report["accuracy"])
        self.assertNotIn(" lengths |", text)

    def test_a_strangers_port_appears(self):
        report, text = self.measured("--op", "lerp_joints", "--port", self.stranger("0.5f"))
        self.assertIn("| stranger ", text)
        self.assertIn({"name": "stranger", "kind": "added"}, report["ports"])
        self.assertEqual({p["port"] for g in report["speed"] for p in g["ports"]} & {"stranger"},
                         {"stranger"})
        errors = [a for a in report["accuracy"] if a["port"] == "stranger"]
        self.assertTrue(all(a["out_of_bound"] and not a["nan"] for a in errors), errors)
        self.assertRegex(text, r"\| stranger .*\*\*\d\.\d\de[-+]\d\d\*\*")

    def test_nan_is_shown_as_nan(self):
        report, text = self.measured("--op", "lerp_joints", "--port",
                                     self.stranger("0.0f * __builtin_inff()"))
        self.assertRegex(text, r"\| stranger .*\*\*NaN\*\*")
        errors = [a for a in report["accuracy"] if a["port"] == "stranger"]
        self.assertTrue(all(a["nan"] and a["largest_error"] is None for a in errors), errors)

    def test_infinity_is_no_nan(self):
        report, _ = self.measured("--op", "lerp_joints", "--port", self.stranger("__builtin_inff()"))
        errors = [a for a in report["accuracy"] if a["port"] == "stranger"]
        self.assertTrue(all(a["out_of_bound"] and not a["nan"] for a in errors), errors)

    def test_a_port_that_crashes_is_not_measured(self):
        report, text = self.measured("--op", "lerp_joints", "--port",
                                     self.stranger("*(volatile float*)8"))
        self.assertNotIn("stranger", {p["port"] for g in report["speed"] for p in g["ports"]})
        self.assertIn("its speed was not measured", text)
        self.assertRegex(text, r"\| stranger +\|( +\|){2}( +- \|){3}")
        self.assertNotIn("at least 0 elements", text)

    def test_a_port_that_ends_the_process_does_not_end_ours(self):
        """Also where nothing else is judged: the benchmark would end with 0 and no table."""
        ends = self.stranger("({ extern void _exit(int); _exit(0); 0.0f; })")
        report, text = self.measured("--op", "lerp_joints", "--speed-only", "--port", ends)
        self.assertNotIn("stranger", {p["port"] for g in report["speed"] for p in g["ports"]})
        self.assertIn("its speed was not measured", text)
        self.assertNotIn("small angles |", text)

    def test_a_port_for_another_processor_is_named(self):
        report, text = self.measured("--op", "lerp_joints", "--port",
                                     self.stranger("0.5f", "3dnow"))
        self.assertIn("stranger: not run: this CPU lacks 3dnow", text)
        self.assertNotIn("stranger", {p["port"] for g in report["speed"] for p in g["ports"]})

    def test_nothing_is_judged_where_speed_is_asked_for(self):
        report, _ = self.measured("--op", "lerp_joints", "--speed-only")
        self.assertEqual(report["accuracy"], [])

    def test_a_picture_has_a_curve_for_each_port(self):
        out = self.path / "curves.svg"
        report, _ = self.measured("--op", "lerp_joints", "--plot", out)
        picture = xml.fromstring(out.read_text(encoding="utf-8"))
        texts = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}text")]
        for name in ["memory limit"] + [p["port"] for p in report["curve"][0]["ports"]]:
            self.assertIn(name, texts)

    def test_best_is_held_to_the_fastest(self):
        program = self.installed("lengthy", "bench", "ulna-worker", "ulna-import")
        ports = self.path / "lengthy/lib/ulna/ports"
        ports.mkdir()

        def run(best, other, expected):
            for name, rounds in (("best", best), ("other", other)):
                self.compile(LENGTHY.replace("ROUNDS", str(rounds)).replace("NAME", name),
                             ports / f"{name}.so")
            return self.run_bench(*TINY, "--op", "lerp_joints", "--speed-only", "--hold-best", "400",
                                  program=program, expected=expected).stderr

        self.assertEqual(run(best=100, other=100_000, expected=0), "")
        behind = run(best=100_000, other=100, expected=1)
        self.assertRegex(behind, r"\A(lerp_joints, (5|16) elements: best takes \d+ % longer than other\n){2}\Z")

    def test_without_peers(self):
        """As on a machine where nobody installed them."""
        program = self.installed("peerless", "bench", "ports", "ulna-worker", "ulna-import")
        done = self.run_bench(*TINY, "--op", "lerp_joints", "--speed-only", program=program)
        for peer, package in (("eigen", "libeigen3-dev"), ("imath", "libimath-dev")):
            self.assertIn(f"{peer}: not found: install {package}", done.stdout)
        self.assertRegex(done.stdout, r"\| baseline +\| +\d")

    # --- Threads ------------------------------------------------------------------------------

    def threads(self):
        out = self.path / "threads.json"
        done = self.run_bench("--threads", "--quick", "--repetitions", "1", "--json", out)
        self.assertEqual(done.stderr, "")
        return json.loads(out.read_text(encoding="utf-8")), done.stdout

    def check_scaling(self, scaling, alone, processors):
        counts = [t["threads"] for t in scaling["threads"]]
        self.assertEqual((counts[0], counts[-2], counts[-1]), (1, processors, 2 * processors))
        self.assertEqual(counts, sorted(set(counts)))
        for each in [scaling, scaling[alone], *scaling["threads"]]:
            for key, value in each.items():
                if isinstance(value, (int, float)):
                    self.assertTrue(math.isfinite(value) and value > 0, f"{key}: {value}")
        for each in scaling["threads"]:
            self.assertAlmostEqual(each["times_as_fast"] * each["nanoseconds"],
                                   scaling[alone]["nanoseconds"])

    def test_threads_in_three_ways(self):
        report, text = self.threads()
        self.assertEqual((report["speed"], report["accuracy"]), ([], []))
        threads = report["threads"]
        for scaling in threads["characters"]:
            self.check_scaling(scaling, "alone", report["processors"])
            self.assertEqual(scaling["elements"], 2502)
        self.assertEqual([s["calls"] for s in threads["characters"]], [100, 100])
        self.assertGreater(threads["characters"][0]["in_a_row"], 1)
        if "openmp" in {p["name"] for p in report["ports"]}:
            self.assertEqual([s["work"] for s in threads["vertices"]],
                             ["skin_aos_verts", "skin_soa_verts"])
        else:
            self.assertIn("The port openmp is not built here", text)
        for scaling in threads["vertices"]:
            self.check_scaling(scaling, "best", report["processors"])
        self.assertEqual([(f["octaves"], f["published_percent"]) for f in threads["frames"]],
                         [(0, 4.6), (10, 18.1), (20, 30.4)])
        for frame in threads["frames"]:
            self.assertGreater(frame["compared_frames"], 0)
            self.assertIn(frame["animation"], text)
            for key in ("animation_milliseconds", "skinning_milliseconds", "frames_per_second",
                        "frames_per_second_with_two_threads"):
                self.assertGreater(frame[key], 0)
        self.assertIn(f", {report['processors']} processors;", text)
        self.assertIn("64 cylinders of 2,048 vertices", text)

    def test_other_bits_beside_the_animation_are_an_error(self):
        program = self.installed("fickle", "ulna-worker", "ulna-import")
        (self.path / "fickle/lib/ulna/ports").mkdir()
        self.compile(FICKLE, self.path / "fickle/lib/ulna/ports/best.so")
        done = self.run_bench("--threads", "--quick", "--repetitions", "1", expected=4, program=program)
        self.assertIn("has other bits", done.stderr)
        self.assertEqual(done.stdout, "")

    def test_threads_exclude_what_is_of_one_thread(self):
        self.assertIn("--threads", self.refused("--threads"))  # TINY has --elements
        for arguments in (("--op", "lerp_joints"), ("--speed-only",), ("--plot", "x.svg")):
            done = self.run_bench("--threads", *arguments, expected=2)
            self.assertRegex(done.stderr, r"\Aulna: [^\n]*--threads[^\n]*\n\Z")

    def test_no_such_port(self):
        self.assertIn("nowhere.so", self.refused("--port", "./nowhere.so"))
        text = self.path / "text.so"
        text.write_text("no library")
        self.assertIn("text.so", self.refused("--port", text))

    def test_no_such_file_or_operation(self):
        self.assertIn("--json", self.refused("--json", self.path))
        self.assertIn("/dev/null/x", self.refused("--json", "/dev/null/x/bench.json"))
        self.assertIn("--plot", self.refused("--plot", self.path))
        self.assertIn("slerp_joints", self.refused("--op", "plan_draws"))
        self.refused("--elements", "0")
        self.refused("--json", "")


if __name__ == "__main__":
    BENCH, ULNA, SOURCE = (Path(a).absolute() for a in sys.argv[1:4])
    os.environ.pop("CI", None)
    unittest.main(argv=[sys.argv[0], *sys.argv[4:]])
