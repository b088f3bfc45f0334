"""Runs a workflow of GitHub's, and our action in it, step by step: `run` as written, `uses` by what it needs."""
import shutil

import yaml

from expressions import fill_in, holds
from runs import SOURCE, Run, keep

OURS = "OWNER/ulna"
# Inputs that the actions of others must and may have here.
OTHERS = {
    "actions/checkout": (set(), set()),
    "actions/cache/restore": ({"path", "key"}, {"restore-keys"}),
    "actions/cache/save": ({"path", "key"}, set()),
    "actions/upload-artifact": ({"name", "path"}, {"if-no-files-found"}),
    "github/codeql-action/upload-sarif": ({"sarif_file"}, {"category"}),
}
STEP = {"name", "id", "if", "uses", "with", "run", "env", "shell", "continue-on-error"}


def read(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


class Scope:
    """The steps of a job, or of our action in it."""

    def __init__(self, contexts, environment, shell):
        self.contexts = contexts | {"steps": {}}
        self.environment = environment
        self.shell = shell  # where a step names none
        self.failed = False


class Outputs(dict):
    """One that was not set is empty."""

    def __missing__(self, name):
        return ""

    def __contains__(self, name):
        return True


class Workflow(Run):
    def __init__(self, folder, workspace, ulna, caches=None, number=1):
        super().__init__(folder, {"GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace),
                                  "RUNNER_TEMP": str(folder / "temp")})
        self.workspace, self.number = workspace, number
        self.caches = {} if caches is None else caches
        self.sarif = None
        self.summary_file = folder / "summary"
        self.summary_file.touch()
        (folder / "temp").mkdir()
        self.action = folder / "actions" / "ulna"
        self.checkout(self.action, ulna)

    def summary(self):
        return self.summary_file.read_text(encoding="utf-8")

    def run_workflow(self, path):
        workflow = read(path)
        (job,) = workflow["jobs"].values()
        if "permissions" not in workflow or job["container"] != "debian:12":
            raise ValueError(f"{path}: needs permissions, and the image debian:12")
        # In a container GitHub takes sh for steps that name no shell.
        scope = Scope({"github": {"run_id": f"9{self.number}", "run_attempt": "1",
                                  "run_number": str(self.number)}}, self.environment, ["sh", "-e"])
        self.run_steps(job["steps"], scope)
        return not scope.failed

    def run_action(self, given):
        """(whether it went well, its outputs)"""
        action = read(self.action / "action.yml")
        wrong = set(given) - set(action["inputs"])
        lacking = {n for n, i in action["inputs"].items() if i.get("required") and n not in given}
        if wrong or lacking:
            raise ValueError(f"our action has no input {wrong}, and needs {lacking}")
        inputs = {name: str(given.get(name, row.get("default", ""))) for name, row in action["inputs"].items()}
        scope = Scope({"inputs": inputs}, self.environment | {"GITHUB_ACTION_PATH": str(self.action)}, None)
        self.run_steps(action["runs"]["steps"], scope)
        return not scope.failed, {name: fill_in(row["value"], scope.contexts)
                                  for name, row in action["outputs"].items()}

    def run_steps(self, steps, scope):
        for step in steps:
            if set(step) - STEP or ("run" in step) == ("uses" in step):
                raise ValueError(f"a step that this runner does not understand: {step}")
            outputs, outcome = Outputs(), "skipped"
            if holds(step.get("if"), scope.contexts, scope.failed):
                well = self.run_line(step, scope, outputs) if "run" in step else self.use(step, scope, outputs)
                outcome = "success" if well else "failure"
                scope.failed |= not well and not step.get("continue-on-error", False)
            if "id" in step:
                scope.contexts["steps"][step["id"]] = {"outputs": outputs, "outcome": outcome}

    def run_line(self, step, scope, outputs):
        if "${{" in step["run"]:
            raise ValueError(f"an expression in a line for the shell: {step['run']}")
        shell = scope.shell
        if "shell" in step:
            shell = {"bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail"]}[step["shell"]]
        if shell is None:
            raise ValueError(f"a step of an action has to name its shell: {step}")
        more = {name: fill_in(value, scope.contexts) for name, value in step.get("env", {}).items()}
        file = self.folder / "output"
        file.write_text("")
        script = self.folder / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        code = self.execute(shell, str(script), scope.environment | more |
                            {"GITHUB_OUTPUT": str(file), "GITHUB_STEP_SUMMARY": str(self.summary_file)},
                            self.workspace)
        outputs.update(line.split("=", 1) for line in file.read_text(encoding="utf-8").splitlines())
        return code == 0

    def use(self, step, scope, outputs):
        name, version = step["uses"].split("@")
        given = {key: fill_in(value, scope.contexts) for key, value in step.get("with", {}).items()}
        if name == OURS:
            well, found = self.run_action(given)
            outputs.update(found)
            return well
        needed, possible = OTHERS[name]
        if not version.startswith("v") or needed - set(given) or set(given) - needed - possible:
            raise ValueError(f"{step['uses']} gets {', '.join(given)}")
        if name != "actions/checkout":
            method = name.split("/", 1)[1].replace("/", "_").replace("-", "_")
            getattr(self, method)(given, outputs)
        return True

    def cache_restore(self, given, outputs):
        # A dictionary is in the order of its entries: the last of those that fit is the newest.
        begins = given.get("restore-keys", "").split()
        found = [key for key in self.caches if key.startswith(tuple(begins))] if begins else []
        key = given["key"] if given["key"] in self.caches else found[-1] if found else None
        outputs["cache-hit"] = "true" if key == given["key"] else "false" if key else ""
        if key:
            shutil.copytree(self.caches[key], self.workspace / given["path"])

    def cache_save(self, given, _):
        if not given["key"] or given["key"] in self.caches:
            raise ValueError(f"a cache is stored once for each key, and not as \"{given['key']}\"")
        kept = self.folder / "caches" / given["key"]
        shutil.copytree(self.workspace / given["path"], kept)
        self.caches[given["key"]] = kept

    def upload_artifact(self, given, _):
        if given["name"] in self.artifacts:
            raise ValueError(f"two artifacts are called {given['name']}")
        kept = self.folder / "artifacts" / given["name"]
        kept.mkdir(parents=True)
        keep(self.workspace, kept, given["path"].split("\n"))
        if not any(kept.iterdir()):
            raise ValueError(f"nothing to upload of {given['path']}")
        self.artifacts[given["name"]] = kept

    def codeql_action_upload_sarif(self, given, _):
        self.sarif = (self.workspace / given["sarif_file"]).read_text(encoding="utf-8")


def workflow(name):
    return SOURCE / "contrib" / "github" / f"{name}.yml"
