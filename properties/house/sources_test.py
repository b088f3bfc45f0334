"""What docs/sources.md names is there: files, claims, tests; and it says nothing is missing unexplained.

A row has a place, what is there, the files of ours that have it, and what holds it: `--only NAME` of a claim,
or `FILE TEST` of a test below properties/. In place of either it may say `missing: KEY`, where the last section of
the page explains the key. The first thing that is wrong is printed, with its row.
Usage: sources_test.py SOURCE_DIR
"""
import pathlib
import re
import sys

PAGE = "docs/sources.md"
SOURCES = ("Slerping Clock Cycles", "Fast Skinning", "chapter 11", "Optimized CPU-based Skinning for 3D Games",
           "Skinning it to 11")
HEADER = "| place | what | file | held by |"
EXPLANATIONS = "Not here, and why"
EXPLAINED = re.compile(r"^- \*\*(.+?)\*\*: \S")
QUOTED = re.compile(r"`([^`]+)`")
MISSING = re.compile(r"^missing: (\S.*)$")
GOOGLE_TEST = re.compile(r"^(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(\s*(\w+),\s*(\w+)", re.MULTILINE)
PYTHON_TEST = re.compile(r"^    def (test_\w+)\(", re.MULTILINE)


class Wrong(Exception):
    def __init__(self, number, text, reason):
        super().__init__(f"{PAGE}:{number}: {reason}\n  {text}")


class Page:
    def __init__(self, root):
        self.root = root
        self.lines = (root / PAGE).read_text(encoding="utf-8").splitlines()
        self.explained = [match.group(1) for match in map(EXPLAINED.match, self.lines) if match]
        self.rows = {}  # (section, place, what): number of the line
        self.missing = set()
        self.claims = claim_names(root)
        self.tests = {}  # by file

    def check(self):
        section, sections = "", []
        for number, line in enumerate(self.lines, 1):
            try:
                if line.startswith("## "):
                    section = line[3:]
                    sections.append(section)
                elif line.startswith("|"):
                    self.table_line(section, line, number)
                else:
                    self.prose(section, line, number)
            except ValueError as error:
                raise Wrong(number, line, error) from error
        self.whole(sections)

    def table_line(self, section, line, number):
        if line in (HEADER, "|" + "---|" * HEADER.count(" |")):
            return
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) != 4 or not all(cells) or not line.rstrip().endswith("|"):
            raise ValueError("a row has four cells, and none is empty")
        place, what, file, held = cells
        if (section, place, what) in self.rows:
            raise ValueError(f"this is the row of line {self.rows[section, place, what]} again")
        self.rows[section, place, what] = number
        for item in file.split(", "):
            self.item(item, self.file)
        for item in held.split("; "):
            self.item(item, self.holder)

    def item(self, item, named):
        """`what is named`, or what is missing."""
        if lacking := MISSING.match(item):
            key = lacking.group(1)
            self.missing.add(key)
            if key not in self.explained:
                raise ValueError(f"\"{key}\" is missing, and \"{EXPLANATIONS}\" does not say why")
            return
        quoted = QUOTED.fullmatch(item)
        if not quoted:
            raise ValueError(f"\"{item}\" is neither `named` nor missing: something")
        named(quoted.group(1))

    def file(self, path):
        if not (self.root / path).is_file():
            raise ValueError(f"there is no file {path}")

    def holder(self, text):
        words = text.split(" ")
        if len(words) != 2:
            raise ValueError(f"`{text}` is neither `--only CLAIM` nor `FILE TEST`")
        if words[0] == "--only":
            if words[1] not in self.claims:
                raise ValueError(f"there is no claim {words[1]}")
        elif words[1] not in self.tests_of(words[0]):
            raise ValueError(f"properties/{words[0]} has no test {words[1]}")

    def tests_of(self, path):
        if path not in self.tests:
            self.file(f"properties/{path}")
            text = (self.root / "properties" / path).read_text(encoding="utf-8")
            self.tests[path] = set(PYTHON_TEST.findall(text)) if path.endswith(".py") else \
                {f"{suite}.{name}" for suite, name in GOOGLE_TEST.findall(text)}
        return self.tests[path]

    def prose(self, section, line, number):
        if section == EXPLANATIONS and (match := EXPLAINED.match(line)):
            key = match.group(1)
            if key not in self.missing:
                raise ValueError(f"no row says that \"{key}\" is missing")
            if self.explained.count(key) > 1:
                raise ValueError(f"\"{key}\" is explained twice")
        for quoted in QUOTED.findall(line):
            if re.fullmatch(r"\S+(/\S*|\.md)", quoted) and not (self.root / quoted).exists():
                raise ValueError(f"there is no {quoted}")

    def whole(self, sections):
        wanted = [*SOURCES, EXPLANATIONS]
        if len(sections) != len(wanted) or not all(w in s for w, s in zip(wanted, sections)):
            raise Wrong(1, ", ".join(sections), f"the sections have to be {', '.join(wanted)}")
        for section in sections[:-1]:
            if not any(of == section for of, *_ in self.rows):
                raise Wrong(1, section, "this source has no row")


def claim_names(root):
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(root / "properties/claims"))
    import claims  # pylint: disable=import-outside-toplevel
    return {row.name for source in claims.SOURCES for row in source.rows}


def main():
    page = Page(pathlib.Path(sys.argv[1]))
    try:
        page.check()
    except Wrong as wrong:
        print(wrong)
        return 1
    print(f"{len(page.rows)} rows, {len(page.missing)} things missing that are explained")
    return 0


if __name__ == "__main__":
    sys.exit(main())
