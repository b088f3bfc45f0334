"""Runs the jobs of a pipeline of GitLab's one after the other: their lines as written, with caches and artifacts."""
import re
import shutil
import subprocess
from pathlib import Path

import yaml

from runs import SOURCE, Run, keep

OURS = "OWNER/ulna"
JOB = {"image", "variables", "before_script", "script", "cache", "artifacts", "extends", "needs", "rules", "timeout"}
RULE = re.compile(r'\$(\w+) == "(\w+)"')
VARIABLE = re.compile(r"\$(\w+)")


class Reference(list):
    pass


class Loader(yaml.SafeLoader):
    pass


Loader.add_constructor("!reference", lambda loader, node: Reference(loader.construct_sequence(node)))


def read(path):
    return yaml.load(path.read_text(encoding="utf-8"), Loader)  # of our own files


def merged(below, above):
    """Of two jobs: maps are merged, all else is replaced."""
    result = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(result.get(key), dict)
        result[key] = merged(result[key], value) if both else value
    return result


def jobs_of(path):
    """All jobs, with those of what it includes, each with what it extends."""
    written = read(path)
    every = {}
    for include in written.pop("include", []):
        if set(include) != {"project", "ref", "file"} or include["project"] != OURS:
            raise ValueError(f"{path}: an include that is not ours: {include}")
        every |= read(SOURCE / include["file"])
    every |= written

    def whole(name):
        job = every[name]
        if set(job) - JOB:
            raise ValueError(f"{path}: {name} has {set(job) - JOB}, which this runner does not understand")
        return merged(whole(job["extends"]), job) if "extends" in job else job
    return {name: whole(name) for name in every}


def lines(every, entries):
    for entry in entries:
        if isinstance(entry, Reference):
            job, key = entry
            yield from lines(every, every[job][key])
        else:
            yield entry


class Pipeline(Run):
    def __init__(self, folder, project, variables, ulna, caches=None):
        super().__init__(folder, {"GITLAB_CI": "true", "CI_SERVER_URL": f"file://{folder}/server"})
        self.project = project
        self.given = variables  # of the project or of a schedule: they win over those of jobs
        self.caches = {} if caches is None else caches
        self.ran = []
        repository = folder / "server" / OURS
        self.checkout(repository, ulna)
        for arguments in (["init", "-q", "-b", "main"], ["add", "."],
                          ["-c", "user.name=ulna", "-c", "user.email=ulna@localhost", "commit", "-q", "-m", "all"]):
            subprocess.run(["git", *arguments], cwd=repository, env=self.environment, check=True)
        (repository / ".git").rename(folder / "server" / f"{OURS}.git")

    def run_pipeline(self, path):
        """True if every job of it succeeds; after one that fails none is started."""
        every = jobs_of(path)
        return all(self.run_job(every, name) for name, job in every.items()
                   if not name.startswith(".") and self.wanted(job))

    def wanted(self, job):
        for rule in job.get("rules", []):
            match = RULE.fullmatch(rule["if"])
            if set(rule) != {"if"} or not match:
                raise ValueError(f"a rule that this runner does not understand: {rule}")
            if self.given.get(match.group(1)) == match.group(2):
                return True
        return "rules" not in job

    def run_job(self, every, name):
        job = every[name]
        if job["image"] != "debian:12":
            raise ValueError(f"{name}: the image is {job['image']}")
        self.ran.append(name)
        where = self.folder / "builds" / name
        shutil.copytree(self.project, where, symlinks=True)
        for needed in job.get("needs", []):
            shutil.copytree(self.artifacts[needed], where, dirs_exist_ok=True)
        known = self.environment | self.given | {"CI_PROJECT_DIR": str(where), "CI_JOB_NAME": name}
        own = {key: VARIABLE.sub(lambda match: known[match.group(1)], str(value))
               for key, value in job.get("variables", {}).items()}
        environment = known | own | self.given
        caches = job.get("cache", [])
        for cache in caches:
            key = VARIABLE.sub(lambda match: environment[match.group(1)], cache["key"])
            if key in self.caches:
                keep(self.caches[key], where, cache["paths"])
        text = "\n".join(lines(every, job.get("before_script", []) + job["script"]))
        code = self.execute(["bash", "-eo", "pipefail", "-c"], text, environment, where)
        for cache in caches:
            key = VARIABLE.sub(lambda match: environment[match.group(1)], cache["key"])
            if code == 0 or cache["when"] == "always":
                self.caches[key] = self.kept("caches", key, where, cache["paths"])
        wanted = job.get("artifacts", {})
        if code == 0 or wanted.get("when") == "always":
            self.artifacts[name] = self.kept("artifacts", name, where, wanted.get("paths", []))
            for report in wanted.get("reports", {}).values():
                keep(where, self.artifacts[name], [report])
        return code == 0

    def kept(self, kind, name, where, paths):
        kept = Path(self.folder / kind / name)
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        keep(where, kept, paths)
        return kept


def example(name):
    return SOURCE / "contrib" / "gitlab" / f"{name}.gitlab-ci.yml"
