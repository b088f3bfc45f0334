#!/usr/bin/python3
"""gate_reports_test.py ULNA SOURCE: what code scanners and signers are given, of real ports.

Findings stand at the line of the port that the compiler's debug information has, SARIF and in-toto
statements obey their standards, and what was not run is never green. Needs python3-jsonschema, so
the interpreter is Debian's as well.
"""
import hashlib
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

ULNA, SOURCE = "", Path()

# Reads behind blend_joints at the line that is marked.
OVERRUN = """#include <ulna/port.h>
#include <xmmintrin.h>
static void kernel(ulna_joint_quat* joints, const ulna_joint_quat* blend_joints, float lerp,
                   const int32_t* index, int32_t num_joints) {
  for (int32_t i = 0; i < num_joints; ++i) {
    const float* from = (const float*)&blend_joints[index[i]];
    joints[index[i]].t.w = 0.0f * lerp;
    _mm_storeu_ps(&joints[index[i]].q.x, _mm_loadu_ps(from + 5)); /* at fault */
  }
}
static const ulna_port port = {.struct_size = sizeof(ulna_port), .name = "over run",
                               .cpu_features = "", .lerp_joints = kernel};
const ulna_port* ulna_port_v1(void) { return &port; }
"""

# Takes the longer way round; the adapter is not the author's.
LONG_WAY = """#include <math.h>
static float dot(const float* a, const float* b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}
static void my_slerp(const float* a, const float* b, float t, float* out) { /* the author's */
  const double angle = acos(fmax(fmin(dot(a, b), 1), -1)), sine = sin(angle);
  for (int i = 0; i < 4; ++i)
    out[i] = sine > 0 ? (sin((1 - t) * angle) * a[i] + sin(t * angle) * b[i]) / sine : a[i];
}
#define ULNA_NAME "long way"
#define ULNA_SLERP(a, b, t, out) my_slerp(a, b, t, out)
#include <ulna/adapt.h>
"""


def line_of(source, mark):
    return next(i for i, line in enumerate(source.splitlines(), 1) if mark in line)


class GateReports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ulna-gate-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name).resolve()
        (self.folder / "src code").mkdir()

    def port(self, name, source, *flags):
        """A library in the folder, its source in another, whose name has to be escaped."""
        file = self.folder / "src code" / f"{name}.c"
        file.write_text(source)
        library = self.folder / f"{name}.so"
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", *flags, "-I", SOURCE / "include", file, "-o",
                        library, "-lm"], check=True, timeout=60)
        return library.name

    def certify(self, code, *arguments):
        run = subprocess.run([ULNA, "certify", *arguments, "--sarif", "out.sarif", "--attest",
                              "out.intoto.json"], cwd=self.folder, capture_output=True, text=True,
                             timeout=600, check=False)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def written(self, file, schema):
        document = json.loads((self.folder / file).read_text(encoding="utf-8"))
        rules = json.loads((SOURCE / "properties/report" / schema).read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(rules)
        jsonschema.Draft202012Validator(rules).validate(document)
        return document

    def sarif(self):
        return self.written("out.sarif", "sarif.schema.json")["runs"][0]

    def attestation(self):
        """The statement; its certificate and libraries are the files that lie here."""
        statement = self.written("out.intoto.json", "attestation.schema.json")
        for subject in statement["subject"]:
            self.assertEqual(subject["digest"]["sha256"], self.sha256(subject["name"]))
        certificate = next(c for c in statement["predicate"]["configuration"]
                           if c["name"] == "certificate.json")
        self.assertEqual(certificate["digest"]["sha256"], self.sha256("ulna-out/certificate.json"))
        return statement["predicate"]

    def sha256(self, file):
        return hashlib.sha256((self.folder / file).read_bytes()).hexdigest()

    def result(self, kind):
        """The one of that kind; its rule, witness and place."""
        run = self.sarif()
        found = [r for r in run["results"] if r["ruleId"] == kind]
        self.assertEqual(len(found), 1, run["results"])
        self.assertEqual(run["tool"]["driver"]["rules"][found[0]["ruleIndex"]]["id"], kind)
        self.assertTrue((self.folder / found[0]["attachments"][0]["artifactLocation"]["uri"]).is_file())
        return found[0]

    def place(self, result):
        location = result["locations"][0]
        physical = location["physicalLocation"]
        return (physical["artifactLocation"]["uri"], physical.get("region", {}).get("startLine"),
                location["logicalLocations"][0]["name"])

    def test_a_fault_is_at_its_line(self):
        port = self.port("over", OVERRUN, "-g")
        table = self.certify(1, port)
        at_fault = line_of(OVERRUN, "at fault")
        self.assertIn(f"(over.c:{at_fault})", " ".join(table.split()))
        result = self.result("read_outside")
        self.assertEqual(self.place(result), ("src%20code/over.c", at_fault, "kernel"))
        self.assertIn("To see it again:", result["message"]["text"])
        certificate = json.loads((self.folder / "ulna-out/certificate.json").read_text())
        found = certificate["ports"][0]["operations"][0]["findings"]
        place = next(f["place"] for f in found if f["kind"] == "read_outside")
        self.assertRegex(place["code"][place["at_fault"]], r"^0x[0-9a-f]+  v?movups .*\[.*0x14\]")
        predicate = self.attestation()
        self.assertEqual((predicate["result"], predicate["failedTests"], predicate["passedTests"]),
                         ("FAILED", ["over run/lerp_joints"], []))

    def test_without_debug_information_it_is_in_the_library(self):
        self.certify(1, self.port("over", OVERRUN))
        self.assertEqual(self.place(self.result("read_outside")), ("over.so", None, "kernel"))

    def test_a_wrong_value_is_in_the_function_of_the_author_not_of_the_adapter(self):
        self.certify(1, self.port("long", LONG_WAY, "-g"), "--op", "slerp_joints")
        line = line_of(LONG_WAY, "the author's")
        self.assertEqual(self.place(self.result("out_of_bound")),
                         ("src%20code/long.c", line, "my_slerp"))

    def test_certified_passes_and_what_is_not_run_does_not(self):
        self.certify(0, "sse", "--op", "reorder_palette")
        self.assertEqual(self.sarif()["results"], [])
        self.assertTrue(self.sarif()["invocations"][0]["executionSuccessful"])
        predicate = self.attestation()
        self.assertEqual((predicate["result"], predicate["passedTests"]),
                         ("PASSED", ["sse/reorder_palette"]))
        self.certify(3, self.port("over", OVERRUN), "--op", "reorder_palette")
        invocation = self.sarif()["invocations"][0]
        self.assertFalse(invocation["executionSuccessful"])
        self.assertIn("reorder_palette of over run: not run: ",
                      invocation["toolExecutionNotifications"][0]["message"]["text"])
        predicate = self.attestation()
        self.assertEqual((predicate["result"], predicate["warnedTests"], predicate["passedTests"]),
                         ("FAILED", ["over run/reorder_palette"], []))

    def test_ports_of_one_name_are_told_apart(self):
        first, second = self.port("over", OVERRUN), self.port("again", OVERRUN)
        self.assertIn("over run (again.so)  lerp_joints", self.certify(1, first, second))
        self.assertEqual(self.attestation()["failedTests"],
                         ["over run (over.so)/lerp_joints", "over run (again.so)/lerp_joints"])


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print("usage: gate_reports_test.py ULNA SOURCE [TEST...]", file=sys.stderr)
        sys.exit(2)
    ULNA = str(Path(sys.argv[1]).resolve())
    SOURCE = Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
