"""action.yml, and the workflows of contrib/, on ports that are right, wrong and neither.

Their lines for the shell run as they are written; the launcher among them finds everything built, packages are not
installed, and a night lasts a second, on targets that are FAKE.
usage: contrib_test.py ULNA FAKE [TEST]...
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import github
import gitlab
from expressions import Expression, fill_in, holds
from runs import BESIDE, SOURCE

RIGHT, WRONG, LACKING = "", "#define FIRST 1\n", '#define FEATURES "3dnow,xop"\n'  # no CPU has both


class Project(unittest.TestCase):
    """A user's repository: a port in C, and ulna's headers."""

    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-contrib-"))
        self.addCleanup(shutil.rmtree, self.work)
        self.workspace = self.work / "workspace"
        self.workspace.mkdir()
        (self.workspace / "include").symlink_to(SOURCE / "include")
        self.runs = 0

    def write(self, kind):
        text = (BESIDE / "port.c").read_text(encoding="utf-8")
        (self.workspace / "my_port.c").write_text(kind + text, encoding="utf-8")

    def compile(self, kind):
        self.write(kind)
        subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-Iinclude", "-o", "my_port.so", "my_port.c"],
                       cwd=self.workspace, check=True)

    def take_corpus(self):
        """ulna's own of that operation, as if a night had found it."""
        shutil.copytree(SOURCE / "corpus" / "reorder_palette", self.workspace / "corpus" / "reorder_palette")

    def fake_targets(self, behaviour):
        """In place of the launcher, which builds the targets of a night."""
        targets = self.work / "targets"
        targets.mkdir(exist_ok=True)
        target = targets / "fuzz-reorder_palette"
        if not target.exists():
            target.symlink_to(FAKE)
        (targets / "fuzz-reorder_palette.conf").write_text(behaviour)
        return {"ULNA_FUZZ_TARGETS": str(targets)}

    def folder(self):
        self.runs += 1
        folder = self.work / f"run-{self.runs}"
        folder.mkdir()
        return folder


class ActionTest(Project):
    def workflow(self, **options):
        return github.Workflow(self.folder(), self.workspace, ULNA, **options)

    def action(self, **inputs):
        run = self.workflow()
        well, outputs = run.run_action({"ports": "./my_port.so"} | inputs)
        return run, well, outputs

    def test_a_right_port_is_certified(self):
        self.compile(RIGHT)
        run, well, outputs = self.action(ports=" ./my_port.so \n\n", operations="reorder_palette\n", seed="7")
        self.assertTrue(well, run.log)
        self.assertEqual(outputs, {"verdict": "certified", "exit-code": "0", "certificate": "ulna-out/certificate.json",
                                   "command": str(run.action / "ulna")})
        self.assertIn("| mine | `reorder_palette` | certified |", run.summary())
        self.assertEqual(json.loads((self.workspace / outputs["certificate"]).read_text())["seed"], "7")
        uploaded = {str(p.relative_to(run.artifacts["ulna"])) for p in run.artifacts["ulna"].rglob("*.*")}
        self.assertLessEqual({"ulna-out/page.html", "ulna-out/certificate.json", "ulna-out/junit.xml", "ulna-out.log"},
                             uploaded)
        self.assertIsNone(run.sarif)

    def test_a_wrong_port_fails_and_the_summary_names_the_finding(self):
        self.compile(WRONG)
        run, well, outputs = self.action(artifact="other", out="here/")
        self.assertFalse(well)
        self.assertEqual((run.exit_code, outputs["exit-code"], outputs["verdict"]), (1, "1", "refuted"))
        self.assertIn("wrong_copy", run.summary())
        self.assertIn("::error title=ulna::refuted: a clause is broken;", run.log)
        self.assertTrue(list(run.artifacts["other"].glob("here/witnesses/*wrong_copy*.case")))

    def test_findings_go_to_code_scanning(self):
        self.compile(WRONG)
        run, well, _ = self.action(**{"code-scanning": "true"})
        self.assertFalse(well)
        self.assertEqual(run.exit_code, 1, run.log)
        sarif = json.loads(run.sarif)
        self.assertEqual(sarif["version"], "2.1.0")
        self.assertTrue(any("wrong_copy" in json.dumps(result) for result in sarif["runs"][0]["results"]))

    def test_a_port_that_is_not_there_is_bad_input(self):
        (self.workspace / "ulna-out").mkdir()  # as an earlier run left it
        for name in ("certificate.json", "summary.md"):
            (self.workspace / "ulna-out" / name).write_text("earlier")
        run, well, outputs = self.action(ports="./nowhere.so")
        self.assertFalse(well)
        self.assertEqual((run.exit_code, outputs["verdict"], outputs["certificate"]), (2, "bad-input", ""))
        self.assertIn("::error title=ulna::bad input: cannot read ./nowhere.so: No such file", run.log)
        self.assertIn("**ulna: no verdict**\n\n    ulna: cannot read ./nowhere.so", run.summary())

    def test_what_this_cpu_lacks_is_not_run_and_no_success(self):
        self.compile(LACKING)
        run, well, outputs = self.action()
        self.assertFalse(well)
        self.assertEqual((run.exit_code, outputs["verdict"]), (3, "not-run"))
        self.assertIn("::error title=ulna::not run:", run.log)
        self.assertIn("this CPU lacks", run.summary())

    def ended_with(self, code, told=None):
        """The action, on a command that ends so, which is told as another code, or the same."""
        told = code if told is None else told
        command = self.work / "command"
        command.write_text(f"#!/bin/sh\necho ::error::ulna\necho ulna: worse and worse\nexit {code}\n")
        command.chmod(0o755)
        run, well, outputs = self.action(ulna=str(command))
        self.assertFalse(well)
        self.assertEqual((run.exit_code, outputs["exit-code"], outputs["verdict"]), (told, str(told), "fault"))
        return run.log

    def test_a_fault_of_ulna_is_told_from_a_verdict(self):
        self.assertIn("::error title=ulna::a fault of ulna itself: worse and worse\n", self.ended_with(4))
        self.assertIn("ulna ended with exit code 137, which", self.ended_with(137))

    def test_success_without_a_certificate_is_a_fault(self):
        self.assertIn("a fault of ulna itself: it ended without a certificate\n", self.ended_with(0, told=4))

    def test_what_is_quoted_of_a_port_is_no_command_of_the_runner(self):
        self.assertRegex(self.ended_with(4), r"(?s)::stop-commands::(\w{32})\n.*::error::ulna\n.*\n::\1::\n")

    def test_without_a_port_nothing_is_certified(self):
        for ports in ("", "\n  \n"):
            run, well, outputs = self.action(ports=ports)
            self.assertEqual((well, run.exit_code, outputs["verdict"]), (False, 2, ""))
            self.assertIn("::error title=ulna::no port to certify", run.log)

    def test_a_word_that_is_neither_true_nor_false_is_refused_before_anything_is_built(self):
        for name in ("require-full", "code-scanning"):
            run, well, _ = self.action(**{name: "yes"})
            self.assertEqual((well, run.exit_code, run.noted("launched")), (False, 2, []))
            self.assertIn('is "yes"; say true or false', run.log)

    def test_inputs_are_arguments_and_no_commands(self):
        nasty = "./$(touch broken)`touch broken`;touch broken;.so"
        run, well, _ = self.action(ports=nasty, operations="$(touch broken)", args="--jobs\n1\n;touch broken")
        self.assertEqual((well, run.exit_code), (False, 2))
        self.assertFalse(list(self.work.rglob("broken")))
        for line in run.noted("launched"):
            self.assertIn(f"--port={nasty}", line)
        self.assertIn("--require full", " ".join(self.action(**{"require-full": "true"})[0].noted("launched")))

    def test_an_installed_command_is_taken_and_nothing_built(self):
        self.compile(LACKING)
        run, well, outputs = self.action(ulna=ULNA)
        self.assertEqual((well, run.exit_code, outputs["command"]), (False, 3, ULNA))
        self.assertEqual((run.noted("launched"), run.caches), ([], {}))
        run, well, _ = self.action(ulna="/nowhere/ulna")
        self.assertEqual((well, run.exit_code), (False, 2))
        self.assertIn("::error title=ulna::there is no command /nowhere/ulna\n", run.log)

    def test_what_was_built_is_taken_again_until_a_source_changes(self):
        self.compile(LACKING)
        first, caches = self.workflow(), {}
        for changed, hits in (False, False), (False, True), (True, False):
            run = self.workflow(caches=caches)
            run.action = first.action  # as on a runner: always the same path
            if changed:
                (run.action / "source.cpp").write_text("int changed;\n")
            shutil.rmtree(run.action / "build", ignore_errors=True)
            os.utime(run.action / "action.yml")  # as a checkout leaves it
            well, _ = run.run_action({"ports": "./my_port.so"})
            self.assertEqual((well, run.exit_code), (False, 3), run.log)  # refused or not, it was stored
            source, built = ((run.action / name).stat().st_mtime for name in ("action.yml", "build/built"))
            self.assertEqual((source < 1e9, source < built), (hits, True))
        self.assertEqual(len(caches), 2)

    def test_another_system_is_told_in_one_line(self):
        other = self.work / "os-release"
        other.write_text('ID=ubuntu\nVERSION_ID="24.04"\nPRETTY_NAME="Ubuntu 24.04 LTS"\n')
        run = self.workflow()
        script = run.action / "contrib" / "ci.sh"
        text = script.read_text(encoding="utf-8").replace("/etc/os-release", str(other))
        self.assertIn(str(other), text)
        script.write_text(text, encoding="utf-8")
        well, _ = run.run_action({"ports": "./my_port.so"})
        self.assertEqual((well, run.exit_code, run.noted("launched")), (False, 2, []))
        self.assertEqual(run.log, "::error title=ulna::ulna is built on Debian 12, and this is Ubuntu 24.04 LTS; let "
                         "the job run in the image debian:12, or name an installed ulna\n")


class WorkflowTest(Project):
    def run_workflow(self, name, fuzz="", **options):
        run = github.Workflow(self.folder(), self.workspace, ULNA, **options)
        run.environment |= self.fake_targets(fuzz)
        return run, run.run_workflow(github.workflow(name))

    def test_pull_request(self):
        self.write(WRONG)
        run, well = self.run_workflow("pull-request")
        self.assertEqual((well, run.exit_code), (False, 1), run.log)
        self.assertEqual(run.noted("installed"), ["update -qq",
                                                  "install -y -qq --no-install-recommends gcc libc6-dev"])
        self.assertIn("wrong_copy", run.summary())
        self.assertIn("wrong_copy", run.sarif)
        self.assertIn("my_port.c", run.sarif)

    def test_gate(self):
        self.take_corpus()
        self.write(RIGHT)
        run, well = self.run_workflow("merge-gate")
        self.assertTrue(well, run.log)
        self.assertIn("--budget 10m", run.noted("launched")[1])
        self.assertIn("--require full", run.noted("launched")[1])
        self.assertRegex(run.log, r"corpus: [1-9]\d* entries on 1 port")

    def test_gate_that_has_nothing_to_replay_is_shut(self):
        self.write(RIGHT)
        (self.workspace / "corpus").mkdir()
        run, well = self.run_workflow("merge-gate")
        self.assertEqual((well, run.exit_code), (False, 3), run.log)

    def test_night_goes_on_from_the_last_one(self):
        self.write(RIGHT)
        caches = {}
        first, well = self.run_workflow("nightly", "finds", caches=caches, number=1)
        self.assertEqual((well, first.exit_code), (False, 1), first.log)
        self.assertIn("--seed 1 ", first.noted("launched")[1])
        self.assertIn("--for 4h", first.noted("launched")[2])
        kept = first.artifacts["ulna-night"] / "ulna-night"
        self.assertTrue(list(kept.glob("findings/reorder_palette/*/finding.json")))
        self.assertIn((kept / "morning.md").read_text(), first.summary())

        shutil.rmtree(self.workspace / "ulna-night")
        second, well = self.run_workflow("nightly", "finds", caches=caches, number=2)
        self.assertTrue(well, second.log)  # it knows them
        self.assertTrue(list(self.workspace.glob("ulna-night/history/*.json")))
        self.assertEqual(len([key for key in caches if key.startswith("ulna-night-")]), 2)

    def test_night_that_is_not_reached_stores_nothing(self):
        self.write(LACKING)
        run, well = self.run_workflow("nightly", "finds")
        self.assertEqual((well, run.exit_code), (False, 3), run.log)
        self.assertEqual(list(run.artifacts), ["ulna-night-certificate"])


class PipelineTest(Project):
    def run_pipeline(self, name, source, fuzz="", caches=None, **variables):
        run = gitlab.Pipeline(self.folder(), self.workspace, {"CI_PIPELINE_SOURCE": source} | variables, ULNA, caches)
        run.environment |= self.fake_targets(fuzz)
        return run, run.run_pipeline(gitlab.example(name))

    def test_merge_request(self):
        self.write(WRONG)
        run, well = self.run_pipeline("merge-request", "merge_request_event")
        self.assertEqual((well, run.exit_code, run.ran), (False, 1, ["build-port", "ulna"]), run.log)
        self.assertIn("ulna: refuted: a clause is broken;", run.log)
        kept = run.artifacts["ulna"]
        failure = ElementTree.parse(kept / "ulna-out" / "junit.xml").find(".//failure")
        self.assertEqual(failure.get("type"), "wrong_copy")
        self.assertTrue((kept / "ulna-out" / "page.html").exists())

    def test_what_was_built_is_there_in_the_next_pipeline(self):
        self.write(LACKING)
        caches = {}
        for _ in range(2):
            run, well = self.run_pipeline("merge-request", "merge_request_event", caches=caches)
            self.assertEqual((well, run.exit_code), (False, 3), run.log)
            self.assertIn("ulna: not run: something", run.log)
        self.assertTrue((caches["ulna-main"] / ".ulna" / "build" / "built").exists())

    def test_other_pipelines_have_no_job(self):
        for name in ("merge-request", "merge-gate", "nightly"):
            run, _ = self.run_pipeline(name, "push")
            self.assertEqual(run.ran, [])

    def test_gate(self):
        self.take_corpus()
        self.write(RIGHT)
        run, well = self.run_pipeline("merge-gate", "merge_request_event")
        self.assertTrue(well, run.log)
        self.assertIn("--budget 10m", run.noted("launched")[1])
        self.assertIn("--require full", run.noted("launched")[1])
        self.assertRegex(run.log, r"corpus: [1-9]\d* entries on 1 port")
        self.assertTrue((run.artifacts["ulna"] / "ulna-out" / "certificate.json").exists())

    def test_night_goes_on_from_the_last_one(self):
        self.write(RIGHT)
        caches = {}
        run, well = self.run_pipeline("nightly", "schedule", "finds", caches)
        self.assertEqual((well, run.exit_code), (False, 1), run.log)
        self.assertTrue(list(run.artifacts["ulna"].glob("ulna-night/findings/reorder_palette/*/finding.json")))
        run, well = self.run_pipeline("nightly", "schedule", "finds", caches)
        self.assertTrue(well, run.log)

    def test_variables_of_a_project_win(self):
        self.write(LACKING)
        run, _ = self.run_pipeline("merge-request", "merge_request_event", ULNA_COMMAND=ULNA, ULNA_PORTS="./nowhere.so")
        self.assertEqual((run.exit_code, run.noted("launched")), (2, []), run.log)
        self.assertIn("ulna: bad input: cannot read ./nowhere.so", run.log)


class FilesTest(unittest.TestCase):
    """What the runners would not notice."""

    def test_shellcheck_has_nothing_to_say(self):
        steps = github.read(SOURCE / "action.yml")["runs"]["steps"]
        scripts = [("bash", path.read_text(encoding="utf-8")) for path in (SOURCE / "contrib").rglob("*.sh")]
        scripts += [("bash", step["run"]) for step in steps if "run" in step]
        for path in (SOURCE / "contrib" / "github").glob("*.yml"):
            scripts += [("sh", step["run"]) for job in github.read(path)["jobs"].values() for step in job["steps"]
                        if "run" in step]
        for path in (SOURCE / "contrib" / "gitlab").glob("*.yml"):
            every = gitlab.jobs_of(path)
            scripts += [("bash", "\n".join(gitlab.lines(every, job.get(key, [])))) for job in every.values()
                        for key in ("before_script", "script")]
        self.assertGreater(len(scripts), 20)
        for dialect, text in scripts:
            done = subprocess.run(["shellcheck", "-s", dialect, "-"], input=text, capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, text + done.stdout + done.stderr)

    def test_every_output_that_is_asked_for_is_written(self):
        action = (SOURCE / "action.yml").read_text(encoding="utf-8")
        written = set(re.findall(r"\boutput ([\w-]+) ", (SOURCE / "contrib" / "ci.sh").read_text(encoding="utf-8")))
        asked = set(re.findall(r"steps\.(?:prepare|certify)\.outputs\.([\w-]+)", action))
        self.assertEqual(asked - written, set())
        for path in (SOURCE / "contrib" / "github").glob("*.yml"):
            for name in re.findall(r"steps\.ulna\.outputs\.([\w-]+)", path.read_text(encoding="utf-8")):
                self.assertIn(name, github.read(SOURCE / "action.yml")["outputs"])

    def test_variables_are_read_and_all_are_described(self):
        script = (SOURCE / "contrib" / "ci.sh").read_text(encoding="utf-8")
        page = (SOURCE / "docs" / "continuous-integration.md").read_text(encoding="utf-8")
        action = github.read(SOURCE / "action.yml")
        passed = {name for step in action["runs"]["steps"] for name in step.get("env", {})} - {"CODE"}
        template = gitlab.read(SOURCE / "contrib" / "gitlab" / "ulna.gitlab-ci.yml")
        variables = {name for job in template.values() for name in job.get("variables", {})}
        self.assertEqual({name for name in passed if name not in script}, set())
        for name in variables | set(action["inputs"]) | set(action["outputs"]):
            self.assertIn(f"`{name}`", page)
        for path in sorted((SOURCE / "contrib").glob("git*/*.yml")):
            self.assertIn(f"contrib/{path.parent.name}/{path.name}", page)

    def test_rights_are_no_more_than_said(self):
        wanted = {"pull-request": {"contents": "read", "security-events": "write"}}
        for path in (SOURCE / "contrib" / "github").glob("*.yml"):
            self.assertEqual(github.read(path)["permissions"], wanted.get(path.stem, {"contents": "read"}), path)


class ExpressionTest(unittest.TestCase):
    CONTEXTS = {"inputs": {"a-b": "x", "none": ""}, "steps": {"one": {"outcome": "failure"}}}

    def test_conditions(self):
        for text, failed, expected in [(None, False, True), (None, True, False), ("always()", True, True),
                                       ("failure()", False, False), ("failure()", True, True),
                                       ("inputs.a-b == 'x'", False, True), ("inputs.a-b == 'x'", True, False),
                                       ("${{ !cancelled() && inputs.none != '' }}", True, False),
                                       ("always() && steps.one.outcome == 'failure'", True, True),
                                       ("inputs.none || (inputs.a-b && success())", False, True)]:
            with self.subTest(text=text, failed=failed):
                self.assertEqual(holds(text, self.CONTEXTS, failed), expected)

    def test_the_rest_is_refused(self):
        for text in ("inputs.c", "contains(inputs.a-b, 'x')", "hashFiles()", "inputs.a-b = 'x'", "1 < 2", "'x' 'y'",
                     "(", "inputs.a-b ==", "github.sha"):
            with self.subTest(text=text), self.assertRaises(ValueError):
                Expression(text, self.CONTEXTS).value()

    def test_values(self):
        self.assertEqual(fill_in("a ${{ inputs.a-b }}-${{ 'y' }}", self.CONTEXTS), "a x-y")


ULNA, FAKE = (str(Path(argument).resolve()) for argument in sys.argv[1:3])
unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
