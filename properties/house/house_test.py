"""Includes go one way: between folders as docs/architecture.md draws them, and between files.

A folder is everything directly in it. A header and the source of its name count as one file.
Usage: house_test.py SOURCE_DIR [--print]   (--print: the table as it would have to be)
"""
import pathlib
import posixpath
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter

FOLDER_LINE = re.compile(r"^(\S+) +-> +(.*)$")
LEAF_LINE = re.compile(r"^(\S+)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<][^">]+)[">]', re.MULTILINE)
KINDS = (".h", ".c", ".cpp", ".inc")
# Ports know ulna/port.h and themselves; planted bugs and puzzles are ports.
PORTS = ("optimized/", "properties/planted/bugs/", "properties/planted/right/", "fuzz/puzzles/")


def table(root):
    """The folders of the table, each with what it may include."""
    text = (root / "docs/architecture.md").read_text()
    block = re.search(r"^```folders\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert block, "docs/architecture.md has no block ```folders"
    allowed = {}
    for line in block.group(1).splitlines():
        arrow, leaf = FOLDER_LINE.match(line), LEAF_LINE.match(line)
        assert arrow or leaf, f"docs/architecture.md: not a line of the table: {line}"
        folder = (arrow or leaf).group(1)
        assert folder not in allowed, f"docs/architecture.md: {folder} twice"
        allowed[folder] = set(arrow.group(2).split()) if arrow else set()
    return allowed


def sources(root):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, text=True,
                            capture_output=True)
    if listed.returncode == 0:
        paths = listed.stdout.splitlines()
    else:  # a tarball
        paths = [str(p.relative_to(root)) for p in root.rglob("*") if "build" not in p.parts]
    return sorted(p for p in paths if p.endswith(KINDS) and (root / p).is_file())


def includes(root):
    """(file, file that it includes) of this house."""
    files = set(sources(root))
    for path in sorted(files):
        for quoted in INCLUDE.findall((root / path).read_text()):
            if quoted.startswith("<ulna/"):  # as a stranger takes the interface
                continue
            name = quoted[1:]
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            for candidate in (name, "include/" + name, beside):
                if candidate in files:
                    yield path, candidate
                    break


def folder_of(path):
    return str(pathlib.PurePosixPath(path).parent)


def unit_of(path):
    return str(pathlib.PurePosixPath(path).with_suffix(""))


def circle(graph):
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return error.args[1]
    return None


def main():
    root = pathlib.Path(sys.argv[1])
    seen, units, wrong = {}, {}, []
    for path, target in includes(root):
        if unit_of(path) != unit_of(target):
            units.setdefault(unit_of(path), set()).add(unit_of(target))
        if not path.startswith(PORTS) and folder_of(path) != folder_of(target):
            seen.setdefault(folder_of(path), {}).setdefault(folder_of(target), path)
    if "--print" in sys.argv:
        every = set(seen).union(*seen.values())
        order = list(TopologicalSorter({f: sorted(seen.get(f, {})) for f in sorted(every)})
                     .static_order())
        for folder in order:
            print(f"{folder} -> {' '.join(sorted(seen[folder], key=order.index))}"
                  if seen.get(folder) else folder)
        return 0
    allowed = table(root)
    for folder, targets in sorted(seen.items()):
        row = allowed.get(folder, allowed.get(folder.split("/")[0] + "/*", set()))
        for target, path in sorted(targets.items()):
            if target not in row and "*" not in row:
                wrong.append(f"{path} includes a file of {target}, which {folder} may not")
    for folder, targets in sorted(allowed.items()):
        for target in sorted(targets - set(seen.get(folder, {})) - {"*"}):
            wrong.append(f"docs/architecture.md: nothing in {folder} includes anything of {target}")
    for name, graph in ("folders", seen), ("files", units):
        if found := circle(graph):
            wrong.append(f"a circle of {name}: {' -> '.join(reversed(found))}")
    print("\n".join(wrong) or f"{len(allowed)} folders, {len(units)} files: one way")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
