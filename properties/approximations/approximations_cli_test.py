"""`ulna certify --approximations adversarial`, on ports that are right, wrong, and not to be judged so.

usage: approximations_cli_test.py ULNA FOLDER_OF_PORTS [TEST...]
"""
import json
from pathlib import Path
import shlex
import subprocess
import sys
import tempfile
import unittest


def in_one_line(text):
    """What was broken into lines for a terminal."""
    return text.replace("\n    ", " ")


class Adversarial(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def ulna(self, *arguments):
        return subprocess.run([ULNA, *map(str, arguments)], cwd=self.folder, capture_output=True,
                              text=True, timeout=280)

    def certify(self, port, operation, *arguments):
        run = self.ulna("certify", "--port", PORTS / f"{port}.so", "--op", operation, "--out", port,
                        *arguments)
        path = self.folder / port / "certificate.json"
        report = json.loads(path.read_text())["ports"][0] if path.exists() else None
        return run, report

    def adversarial(self, port, operation):
        return self.certify(port, operation, "--approximations", "adversarial")

    def refused(self, run, *naming):
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for text in naming:
            self.assertIn(text, run.stderr)

    def test_a_right_port_is_certified_on_any_processor(self):
        run, port = self.adversarial("right_two_steps", "lerp_joints")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("two_steps: approximations chosen by an adversary: what is certified holds on "
                      "any conforming CPU", in_one_line(run.stdout))
        self.assertEqual(port["approximations"]["use"], "replaced")
        operation = port["operations"][0]
        self.assertEqual(operation["verdict"], "certified")
        self.assertGreaterEqual(operation["adversaries"], 128)
        for largest in operation["largest_errors"]:
            self.assertRegex(largest["adversary"], r"\A\d+\Z")
        shown = self.ulna("show", "right_two_steps/certificate.json")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertTrue(run.stdout.startswith(shown.stdout), shown.stdout)

    def test_only_an_adversary_refutes_the_clamped_residue(self):
        run, port = self.certify("bug_clamped_residue_machine", "lerp_joints")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertRegex(in_one_line(run.stdout),
                         r"clamped_residue: uses rsqrtss: holds for this machine's tables "
                         r"\(fingerprint [0-9a-f]{16}\)\n")
        self.assertNotIn("adversaries", port["operations"][0])

        run, port = self.adversarial("bug_clamped_residue", "lerp_joints")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        finding = port["operations"][0]["findings"][0]
        self.assertEqual(finding["kind"], "out_of_bound")
        self.assertTrue(finding["repeats"])
        command = next(line for line in run.stdout.splitlines() if " --approximations " in line)
        words = shlex.split(command)
        words = words[words.index("replay"):]
        self.assertEqual(words[-1], finding["adversary"])
        again = self.ulna(*words)
        self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
        self.assertIn("out_of_bound", again.stdout)
        # The case alone is right on the best of processors.
        self.assertEqual(self.ulna(*words[:-1], "0").returncode, 0)

    def test_what_is_computed_at_load_is_chosen_too(self):
        run, port = self.adversarial("bug_constant_at_load", "lerp_joints")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        finding = port["operations"][0]["findings"][0]
        self.assertEqual(finding["kind"], "out_of_bound")
        self.assertTrue(finding["repeats"])
        witness = Path("bug_constant_at_load") / finding["witness"]
        for command in ("replay", "shrink"):
            again = self.ulna(command, witness, "--port",
                              PORTS / "bug_constant_at_load.so", "--approximations",
                              finding["adversary"])
            self.assertEqual(again.returncode, 1, again.stdout + again.stderr)
            self.assertIn("out_of_bound", again.stdout)

    def test_the_published_slerp_is_worse_than_here(self):
        run, port = self.certify("published", "slerp_joints")
        self.assertIn("says nothing about any CPU", run.stdout)
        run, worst = self.adversarial("published", "slerp_joints")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        here = self.ulna("certify", "--port", "published", "--op", "slerp_joints", "--out", "here")
        self.assertEqual(here.returncode, 1, here.stderr)
        here = json.loads((self.folder / "here/certificate.json").read_text())["ports"][0]
        self.assertEqual(here["approximations"]["instructions"], ["rcpps", "rsqrtps"])
        errors = [p["operations"][0]["largest_errors"][0]["error"] for p in (worst, here)]
        self.assertGreater(errors[0], errors[1])
        # Without the hunter under the worst adversaries it is 2.08.
        self.assertGreater(worst["operations"][0]["largest_errors"][0]["fraction"], 2.2)

    def test_ports_without_approximations_need_no_adversary(self):
        run = self.ulna("certify", "--port", "sse", "--op", "lerp_joints", "--approximations",
                        "adversarial")
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertIn("sse: no approximation instructions: holds on any CPU with its features",
                      run.stdout)

    def test_refuses_what_no_adversary_can_choose(self):
        build = "-include ulna/approximations.h"
        for port, instruction in (("right_two_steps_machine", "rsqrtss"),
                                  ("assembly_left", "rsqrtss")):
            run, _ = self.adversarial(port, "lerp_joints")
            self.refused(run, f"{port}.so", instruction, build)
        # Who hides the adversary from what is computed at load is not judged by another.
        run, _ = self.adversarial("clears_environment", "lerp_joints")
        self.refused(run, "clears_environment.so", "environment")
        here = self.ulna("certify", "--port", "published", "--approximations", "adversarial")
        self.refused(here, "rcpps, rsqrtps", build)
        self.refused(self.ulna("certify", "--port", "sse", "--approximations", "7"),
                     "--approximations 7: certify takes only `adversarial`")

    def test_replay_takes_an_adversary_only_where_there_can_be_one(self):
        witness = next((SOURCE / "corpus/lerp_joints/seeds").glob("*.case"))
        self.refused(self.ulna("replay", witness, "--port", "sse", "--approximations", "9"),
                     "ulna/approximations.h")
        self.refused(self.ulna("replay", witness, "--port", "sse", "--approximations", "all"),
                     "--approximations all")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    ULNA = str(Path(sys.argv[1]).resolve())
    PORTS = Path(sys.argv[2]).resolve()
    SOURCE = Path(__file__).resolve().parent.parent.parent
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
