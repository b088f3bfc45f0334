"""Each example as `ulna new-port` gives it: built by its build.sh, and judged. All of its operations
by the corpus; one of them is certified.

usage: examples_test.py ULNA_EXECUTABLE SOURCE_DIR [unittest arguments]
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ULNA, SOURCE = (str(Path(argument).resolve()) for argument in sys.argv[1:3])
EXAMPLES = sorted(path.parent.name for path in Path(SOURCE, "examples").glob("*/build.sh"))

# Libraries whose functions are wrong: what the corpus says of them.
REFUTED = {name: {"slerp", "slerp_joints"} for name in ("bullet", "cglm")}


def run(*command, where=None):
    return subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=300,
                          check=False)


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ulna examples' ")  # as bad as names may be
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def new_port(self, *arguments, code=0):
        made = run(ULNA, "new-port", *arguments, where=self.folder)
        self.assertEqual(made.returncode, code, made.stdout + made.stderr)
        return made.stdout + made.stderr

    def refused_operations(self, port):
        replayed = run(ULNA, "corpus", "replay", "--dir", f"{SOURCE}/corpus", "--port", port)
        self.assertIn(replayed.returncode, (0, 1), replayed.stderr)
        return set(re.findall(r" replay \S*/corpus/(\w+)/", replayed.stdout))

    def test_each_builds_and_is_judged(self):
        self.assertGreater(len(EXAMPLES), 9)
        for name in EXAMPLES:
            with self.subTest(example=name):
                said = self.new_port("--for", name, "--out", name)
                self.assertIn(f"  ./{name}/build.sh\n", said)
                self.assertIn(f" certify --port ./{name}/port.so\n", said)
                built = run(f"./{name}/build.sh", where=self.folder)
                self.assertEqual(built.returncode, 0, built.stderr)
                port = self.folder / name / "port.so"
                build = (self.folder / name / "build.sh").read_text()
                operations = re.search(r"(?m)^# Operations: (.*)$", build).group(1).split()
                self.assertEqual(self.refused_operations(port), REFUTED.get(name, set()))
                self.certify(port, operations)

    def certify(self, port, operations):
        self.assertEqual(self.offered(port), set(operations))
        right = [name for name in operations if name not in REFUTED.get(port.parent.name, ())]
        if not right:
            return
        quickest = min(right, key=lambda name: not name.endswith("_joints"))
        certified = run(ULNA, "certify", "--port", port, "--op", quickest, "--out",
                        self.folder / "out")
        self.assertEqual(certified.returncode, 0, certified.stdout + certified.stderr)

    def offered(self, port):
        """As the message says that names what a port has; none of the examples has this one."""
        case = next(Path(SOURCE, "corpus", "plan_draws").rglob("*.case"))
        lacking = run(ULNA, "replay", case, "--port", port)
        return set(re.search(r"it has ((\w+, )*\w+)", lacking.stderr).group(1).split(", "))

    def test_commands_are_quoted_for_a_shell(self):
        said = self.new_port("--for", "plain-c", "--out", "it's $HOME `x`")
        built = run("sh", "-c", re.search(r"(?m)^  (\S.*/build\.sh'?)$", said).group(1),
                    where=self.folder)
        self.assertEqual(built.returncode, 0, built.stderr)
        self.assertTrue((self.folder / "it's $HOME `x`" / "port.so").exists())

    def test_the_programs_of_the_scorecard_print_what_it_says(self):
        text = Path(SOURCE, "docs", "scorecard.md").read_text()
        programs = re.findall(r"```(c|cpp)\n([^`]*int main[^`]*)```\n\n```\n(got [^\n]*)\n```", text)
        self.assertEqual(len(programs), 2)
        for language, program, printed in programs:
            source = self.folder / f"program.{language}"
            source.write_text(program)
            compiler = {"c": "cc", "cpp": "c++"}[language]
            built = run(compiler, "-I/usr/include/bullet", source, "-o", "program", "-lm",
                        where=self.folder)
            self.assertEqual(built.returncode, 0, built.stderr)
            self.assertEqual(run("./program", where=self.folder).stdout.splitlines()[0], printed)

    def test_what_cannot_be_made_is_refused(self):
        for arguments, said in (
                (["--for", "zig"], "--for zig: no example has this name; say one of bullet, c++, cglm"),
                (["--for", "glm", "--op", "nlerp"], "--op nlerp: the example for glm has "),
                (["--for", "glm", "--op", "nlerp"], "say --for c++, cglm, nasm"),
                (["--for", "glm", "--op", "plan_draws"], "declare it as include/ulna/port.h does"),
                (["--for", "glm", "--op", "lerp"], "no operation is called 'lerp'"),
                (["--for", "glm", "--out", "/proc/port"], "/proc/port"),
                (["--for", "glm", "--out", ""], "--out: name a new folder"),
                (["--for", "glm", "--out", "."], "--out .: exists already; name a new folder")):
            with self.subTest(arguments=arguments):
                error = self.new_port(*arguments, code=2)
                self.assertRegex(error, r"\Aulna: [^\n]+\n\Z")
                self.assertIn(said, error)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
