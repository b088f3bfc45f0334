"""contrib/kubernetes without a cluster: what the files say, held against what the API takes, and the commands of their
containers, run as the Jobs would run them.
usage: kubernetes_test.py ULNA [TEST]...
"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

FOLDER = Path(__file__).resolve().parent.parent.parent / "contrib" / "kubernetes"
RUN = ["--port=scalar", "--op=sort_verts_by_influences"]
ENOUGH = 60  # seconds, for whatever is waited for on a busy machine


def load(name):
    return yaml.safe_load((FOLDER / name).read_text(encoding="utf-8"))


SHARDS, MERGE, VOLUME, KUSTOMIZATION = map(load, ("shards.yaml", "merge.yaml", "volume.yaml", "kustomization.yaml"))
JOBS = {"shards.yaml": SHARDS, "merge.yaml": MERGE}


def pod(job):
    return job["spec"]["template"]["spec"]


def container(job):
    return pod(job)["containers"][0]


# --- The API --------------------------------------------------------------------------------------
# Of Kubernetes 1.33 the fields that we use: a type, words to choose from, a list of one thing, a map to anything of one
# type (under None), or an object, whose fields with a star it must have.

QUANTITY = re.compile(r"\d+(\.\d+)?(m|[KMGT]i?)?")
RESOURCES = {"cpu": QUANTITY, "memory": QUANTITY, "storage": QUANTITY}
META = {"name": str}
POD = {
    "restartPolicy": {"Always", "OnFailure", "Never"},
    "terminationGracePeriodSeconds": int,
    "automountServiceAccountToken": bool,
    "enableServiceLinks": bool,
    "nodeSelector": {None: str},
    "securityContext": {
        "runAsNonRoot": bool, "runAsUser": int, "runAsGroup": int, "fsGroup": int,
        "fsGroupChangePolicy": {"OnRootMismatch", "Always"},
        "seccompProfile": {"type*": {"RuntimeDefault", "Unconfined", "Localhost"}, "localhostProfile": str},
    },
    "containers*": [{
        "name*": str, "image": str, "command": [str], "args": [str],
        "env": [{
            "name*": str, "value": str,
            "valueFrom": {"resourceFieldRef": {"resource*": str, "divisor": QUANTITY, "containerName": str}},
        }],
        "resources": {"requests": RESOURCES, "limits": RESOURCES},
        "securityContext": {
            "allowPrivilegeEscalation": bool, "readOnlyRootFilesystem": bool,
            "capabilities": {"drop": [str], "add": [str]},
        },
        "volumeMounts": [{"name*": str, "mountPath*": str, "subPath": str, "readOnly": bool}],
    }],
    "volumes": [{
        "name*": str,
        "persistentVolumeClaim": {"claimName*": str, "readOnly": bool},
        "emptyDir": {"medium": {"", "Memory"}, "sizeLimit": QUANTITY},
    }],
}
JOB = {
    "apiVersion*": {"batch/v1"}, "kind*": {"Job"}, "metadata*": META,
    "spec*": {
        "completionMode": {"NonIndexed", "Indexed"},
        "completions": int, "parallelism": int, "suspend": bool,
        "backoffLimit": int, "backoffLimitPerIndex": int, "maxFailedIndexes": int,
        "podReplacementPolicy": {"TerminatingOrFailed", "Failed"},
        "podFailurePolicy": {"rules*": [{
            "action*": {"FailJob", "FailIndex", "Ignore", "Count"},
            "onExitCodes": {"containerName": str, "operator*": {"In", "NotIn"}, "values*": [int]},
            "onPodConditions": [{"type*": str, "status*": {"True", "False", "Unknown"}}],
        }]},
        "template*": {"metadata": META, "spec": POD},
    },
}
CLAIM = {
    "apiVersion*": {"v1"}, "kind*": {"PersistentVolumeClaim"}, "metadata*": META,
    "spec*": {
        "accessModes": [{"ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod"}],
        "storageClassName": str, "volumeName": str,
        "resources": {"requests": RESOURCES, "limits": RESOURCES},
    },
}


def complaints(value, wanted, where):
    """What the API would refuse, or silently drop."""
    if isinstance(wanted, list):
        if not isinstance(value, list):
            return [f"{where}: not a list"]
        return [c for i, item in enumerate(value) for c in complaints(item, wanted[0], f"{where}[{i}]")]
    if isinstance(wanted, dict):
        if not isinstance(value, dict):
            return [f"{where}: not an object"]
        kinds = {name.rstrip("*"): kind for name, kind in wanted.items() if name}
        said = [f"{where}: lacks {name[:-1]}" for name in wanted if name and name[-1] == "*" and name[:-1] not in value]
        for name, item in value.items():
            kind = kinds.get(name, wanted.get(None))
            said += complaints(item, kind, f"{where}.{name}") if kind else [f"{where}: there is no field {name}"]
        return said
    if isinstance(wanted, set):
        return [] if value in wanted else [f"{where}: {value!r} is none of {', '.join(sorted(wanted))}"]
    if wanted is QUANTITY:
        well = type(value) in (int, str) and QUANTITY.fullmatch(str(value))
        return [] if well else [f"{where}: {value!r} is no quantity"]
    return [] if type(value) is wanted else [f"{where}: {value!r} is no {wanted.__name__}"]


def broken_rules(spec):
    """Of what the API server checks behind the types."""
    pods = spec["template"]["spec"]
    indexed = spec.get("completionMode") == "Indexed"
    rules = spec.get("podFailurePolicy", {}).get("rules", [])
    names = [c["name"] for c in pods["containers"]]
    said = []

    def owe(holds, what):
        if not holds:
            said.append(what)
    owe(not indexed or "completions" in spec, "Indexed needs completions")
    owe(indexed or "backoffLimitPerIndex" not in spec, "backoffLimitPerIndex needs Indexed")
    owe(pods.get("restartPolicy") == "Never" if rules else pods.get("restartPolicy") in ("Never", "OnFailure"),
        "podFailurePolicy needs restartPolicy Never")
    owe(not rules or spec.get("podReplacementPolicy", "Failed") == "Failed",
        "podFailurePolicy needs podReplacementPolicy Failed")
    for rule in rules:
        owe(("onExitCodes" in rule) != ("onPodConditions" in rule), "a rule is of exit codes or of conditions")
        owe(rule["action"] != "FailIndex" or "backoffLimitPerIndex" in spec, "FailIndex needs backoffLimitPerIndex")
        codes = rule.get("onExitCodes")
        if codes:
            owe(codes["values"] and codes["values"] == sorted(set(codes["values"])), "exit codes ascend")
            owe(codes["operator"] == "NotIn" or 0 not in codes["values"], "0 is no failure")
            owe(codes.get("containerName", names[0]) in names, "containerName is that of a container")
    return said


def at(document, path):
    """What a fieldPath of kustomize leads to."""
    for step in re.findall(r"\[[^]]*\]|[^.\[\]]+", path):
        if step[0] == "[":
            key, value = step[1:-1].split("=")
            document = next(item for item in document if item[key] == value)
        else:
            document = document[step]
    return document


class FilesTest(unittest.TestCase):
    def test_the_api_has_every_field_and_takes_its_value(self):
        for name, document, kind in (("shards.yaml", SHARDS, JOB), ("merge.yaml", MERGE, JOB),
                                     ("volume.yaml", VOLUME, CLAIM)):
            with self.subTest(name):
                self.assertEqual(complaints(document, kind, name), [])

    def test_what_the_api_would_refuse_is_found(self):
        for old, new, said in (
                ("backoffLimitPerIndex:", "backoffLimitPerIndx:", "no field backoffLimitPerIndx"),
                (r"completions: \d+", "completions: '8'", "'8' is no int"),
                (r"FailIndex\n", "FailIndx\n", "'FailIndx' is none of"),
                (r"operator: In\n", "\n", "lacks operator"),
                ('status: "True"', "status: True", "True is none of"),
                (r"memory: \w+}", "memory: 6GiB}", "'6GiB' is no quantity")):
            with self.subTest(new):
                text = (FOLDER / "shards.yaml").read_text(encoding="utf-8")
                wrong = yaml.safe_load(re.sub(old, new, text))
                self.assertIn(said, " ".join(complaints(wrong, JOB, "shards.yaml")))

    def test_the_rules_of_the_api_are_kept(self):
        for name, job in JOBS.items():
            with self.subTest(name):
                self.assertEqual(broken_rules(job["spec"]), [])

    def test_a_pod_has_no_privileges_and_writes_to_its_volumes_alone(self):
        for name, job in JOBS.items():
            with self.subTest(name):
                self.assertEqual(container(job)["securityContext"],
                                 {"allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                                  "capabilities": {"drop": ["ALL"]}})
                self.assertIs(pod(job)["automountServiceAccountToken"], False)
                self.assertIs(pod(job)["securityContext"]["runAsNonRoot"], True)
                self.assertGreater(pod(job)["securityContext"]["runAsUser"], 0)
                self.assertEqual(pod(job)["securityContext"]["seccompProfile"], {"type": "RuntimeDefault"})

    def test_both_jobs_are_the_same_user_on_the_same_volume(self):
        self.assertEqual(pod(SHARDS)["securityContext"], pod(MERGE)["securityContext"])
        self.assertEqual(pod(SHARDS)["volumes"], pod(MERGE)["volumes"])
        self.assertEqual(container(SHARDS)["volumeMounts"], container(MERGE)["volumeMounts"])

    def test_what_is_mounted_is_there(self):
        volumes = {volume["name"]: volume for volume in pod(SHARDS)["volumes"]}
        mounts = {mount["mountPath"]: volumes[mount["name"]] for mount in container(SHARDS)["volumeMounts"]}
        self.assertEqual(mounts["/out"]["persistentVolumeClaim"]["claimName"], VOLUME["metadata"]["name"])
        self.assertIn("emptyDir", mounts["/tmp"])

    def test_kustomize_finds_what_it_changes(self):
        files = {path.name for path in FOLDER.glob("*.yaml")} - {"kustomization.yaml"}
        self.assertEqual(set(KUSTOMIZATION["resources"]), files)
        for job in JOBS.values():
            self.assertEqual([container(job)["image"]], [image["name"] for image in KUSTOMIZATION["images"]])
        (replacement,) = KUSTOMIZATION["replacements"]
        (target,) = replacement["targets"]
        for of in (replacement["source"], target["select"]):
            self.assertEqual((of["kind"], of["name"]), ("Job", SHARDS["metadata"]["name"]))
        (path,) = target["fieldPaths"]
        # So that the file is right without kustomize, too.
        self.assertEqual(at(SHARDS, path), str(at(SHARDS, replacement["source"]["fieldPath"])))

    def test_memory_is_for_the_jobs_that_the_processors_give(self):
        limits = container(SHARDS)["resources"]["limits"]
        self.assertGreaterEqual(int(limits["memory"].removesuffix("Gi")), 2 * (limits["cpu"] + 1))


def action_for(job, code, disrupted=False):
    """What becomes of a pod that ended so, as the Job's controller decides it."""
    for rule in job["spec"]["podFailurePolicy"]["rules"]:
        if "onPodConditions" in rule:
            if disrupted and {"type": "DisruptionTarget", "status": "True"} in rule["onPodConditions"]:
                return rule["action"]
        elif (code in rule["onExitCodes"]["values"]) == (rule["onExitCodes"]["operator"] == "In"):
            return rule["action"]
    return "Count"


class PolicyTest(unittest.TestCase):
    def test_a_shard_is_tried_again_where_that_may_help(self):
        self.assertEqual({code: action_for(SHARDS, code) for code in (1, 2, 3, 4, 137)},
                         {1: "FailIndex", 2: "FailIndex", 3: "Count", 4: "FailIndex", 137: "Count"})
        self.assertGreater(SHARDS["spec"]["backoffLimitPerIndex"], 0)

    def test_a_verdict_is_not_asked_for_again(self):
        self.assertEqual({code: action_for(MERGE, code) for code in (1, 2, 3, 4, 137)},
                         {1: "FailJob", 2: "FailJob", 3: "FailJob", 4: "FailJob", 137: "Count"})

    def test_a_disruption_is_nobodys_fault(self):
        for name, job in JOBS.items():
            for code in (1, 3, 137):
                with self.subTest(name, code=code):
                    self.assertEqual(action_for(job, code, disrupted=True), "Ignore")


def expanded(text, env):
    """As a kubelet does to commands and arguments: $(NAME) of the environment, $$ for $, the rest as it is."""
    return re.sub(r"\$\$|\$\(([^)]*)\)",
                  lambda m: "$" if m[0] == "$$" else env.get(m[1], m[0]), text)


class RunTest(unittest.TestCase):
    def setUp(self):
        self.work = Path(tempfile.mkdtemp(prefix="ulna-kubernetes-"))
        self.addCleanup(shutil.rmtree, self.work)
        for name in ("bin", "out", "tmp", "home"):
            (self.work / name).mkdir()
        (self.work / "bin" / "ulna").symlink_to(ULNA)

    def start(self, job, args=(), index=None):
        """The container's process, with its variables alone and folders for its mounts."""
        here = container(job)
        env = {"PATH": f"{self.work}/bin:/usr/bin:/bin", "TMPDIR": f"{self.work}/tmp"}
        if index is not None:
            env["JOB_COMPLETION_INDEX"] = str(index)
        for variable in here.get("env", []):
            of = variable.get("valueFrom", {}).get("resourceFieldRef", {}).get("resource")
            env[variable["name"]] = variable["value"] if of is None else str(at(here, f"resources.{of}"))
        command = [expanded(word, env) for word in [*here["command"], *args]]
        command = [re.sub(r"(?<![\w/])/out\b", f"{self.work}/out", word) for word in command]
        process = subprocess.Popen(command, env=env, cwd=self.work / "home", text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def run_pod(self, job, args=(), index=None):
        process = self.start(job, args, index)
        said, _ = process.communicate(timeout=ENOUGH)
        return process.returncode, said

    def units_of(self, shard):
        path = self.work / "out" / "shards" / str(shard) / "units.jsonl"
        return path.read_text(encoding="utf-8").count('"result"') if path.exists() else 0

    def end_at_next_unit(self, index, args, sent):
        """Begins a shard's pod and ends it by a signal when it has done one more unit."""
        before = self.units_of(index + 1)
        process = self.start(SHARDS, args, index)
        end = time.monotonic() + ENOUGH
        while self.units_of(index + 1) == before:
            self.assertIsNone(process.poll(), "the shard ended by itself")
            self.assertLess(time.monotonic(), end, "waited in vain for a unit")
            time.sleep(0.005)
        process.send_signal(sent)
        stopped = time.monotonic()
        process.communicate(timeout=ENOUGH)
        return process.returncode, time.monotonic() - stopped

    def test_all_shards_are_done_and_merge_certifies(self):
        count = SHARDS["spec"]["completions"]
        args = [*RUN, f"--seeds={count}"]
        with ThreadPoolExecutor(2) as pool:
            ended = list(pool.map(lambda index: self.run_pod(SHARDS, args, index), range(count)))
        self.assertEqual([code for code, _ in ended], count * [0], "\n".join(said for _, said in ended))
        self.assertEqual([self.units_of(shard + 1) for shard in range(count)], count * [1])
        code, said = self.run_pod(MERGE)
        self.assertEqual(code, 0, said)
        certificate = json.loads((self.work / "out" / "certificate.json").read_text(encoding="utf-8"))
        self.assertEqual([o["verdict"] for p in certificate["ports"] for o in p["operations"]], ["certified"])
        self.assertEqual(list((self.work / "tmp").iterdir()), [])

    def test_a_shard_that_was_ended_is_completed_by_its_next_pod(self):
        count, each, index = SHARDS["spec"]["completions"], 5, SHARDS["spec"]["completions"] - 1
        args = [*RUN, f"--seeds={each * count}"]
        code, seconds = self.end_at_next_unit(index, args, signal.SIGTERM)
        self.assertEqual(code, 3)
        self.assertLess(seconds, pod(SHARDS)["terminationGracePeriodSeconds"])
        code, _ = self.end_at_next_unit(index, args, signal.SIGKILL)
        self.assertEqual(code, -signal.SIGKILL)
        done = self.units_of(count)
        code, said = self.run_pod(MERGE)
        self.assertEqual(code, 3, said)
        self.assertIn(f"missing: {count} of {count} shards", said)

        code, said = self.run_pod(SHARDS, args, index)
        self.assertEqual(code, 0, said)
        self.assertIn(f"{done} of {each} units are done; going on", said)
        self.assertEqual(self.units_of(count), each)

    def test_arguments_reach_certify_as_they_are(self):
        port = "$(touch a)`touch b`;touch c;$HOME.so"
        code, said = self.run_pod(SHARDS, [f"--port=./{port}"], 0)
        self.assertEqual(code, 2, said)
        self.assertIn(port, said)
        self.assertEqual(list((self.work / "home").iterdir()), [])

    def test_the_arguments_of_the_file_are_those_of_certify(self):
        code, said = self.run_pod(SHARDS, container(SHARDS)["args"], 0)
        self.assertEqual(code, 2, said)
        self.assertIn("./my_port.so", said)


if __name__ == "__main__":
    ULNA = str(Path(sys.argv.pop(1)).resolve())
    unittest.main(verbosity=2)
