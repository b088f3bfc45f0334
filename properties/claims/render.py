"""CLAIMS.md from the rows and what is recorded of them."""
from collections import Counter
from dataclasses import dataclass

HEAD = """# What was published, and what we get

What the sources of ulna publish about errors and speed, and what else of theirs can be tested; not the
frame rates of graphics cards of the time. `./ulna claims` measures and writes this page and
`properties/claims/measured.json`; do not edit either. `./ulna claims --check`, which the tests run,
refuses a row whose claim, numbers or verdict are no longer these.

*Checked* says how: **again**, the numbers are measured again and have to be the same; **verdict**, they
are measured again, depend on the C library or on the corpus, and the verdict has to be the same; **here**,
they depend on the `rsqrtps` and `rcpps` tables of the machine that is named, and are measured again where
it is this one; **recorded**, they are of the machine that is named, or take long, and the rule of the
verdict is applied to what is recorded.

A printed number stands for all that is within half a unit of its last digit, with "about" or ~ of the digit
before it; "more than" and "between" give exact limits, counts of cycles are exact. The numbers that another
follows from are taken the same way: "false" means that no rounding explains it. A largest error is false if
anything within the domain exceeds it, however rare. "not stated": the source gives no number, and the
verdict says on which side of a stated one ours is. "open": what was found decides it neither way.

"holds here" and "false here" are verdicts on the machine that is named. On errors: the same code may be off
by less on a processor with other tables, and "false on some conforming CPU" is what tables show that keep
all that the manual promises (`docs/approximations.md`). On speed: whether the ratio is at least the
published one, of two processors the smaller; where the source wants it small, at most the larger. Ratios
that are not quoted are computed from what is printed. A Pentium 4 was not at hand, so no number of clock
cycles is tested as such. `plain` is the papers' C as they print its formulas, with the C library's
functions of today, and not turned into vectors, as little as compilers of the time did; `baseline` is the
same with functions of floats. `published` is the papers' SSE method in intrinsics, not their assembly, and
`haddps` that with their SSE3 sums.
Other work on the machine (the load) takes more from some kernels than from others; on a quiet one,
measure again: `./ulna claims --only '*-cells'`.
"""


@dataclass(frozen=True)
class Said:
    found: str
    verdict: str


def said(row, record):
    """What a row's rule makes of recorded numbers."""
    numbers = record["numbers"]
    return Said(row.found(numbers), row.verdict(numbers))


def found_where(row, record):
    """What we get, with the machine that it is of."""
    about = [record["machine"]] if row.depends else []
    about += [f"load {record['load']}"] if row.depends == "speed" else []
    return said(row, record).found + (f" ({', '.join(about)})" if about else "")


def for_terminal(row, record):
    """A row that was measured, in a few lines."""
    return (f"{row.name}: {row.place}\n  claimed  {row.claim}\n  we get   {found_where(row, record)}\n"
            f"  verdict  {said(row, record).verdict}")


def cell(text):
    return " ".join(text.replace("|", "\\|").split())


def table(source, recorded):
    yield "| place | claim | how it is tested | what we get | verdict | shown by | checked |"
    yield "|---|---|---|---|---|---|---|"
    for row in source.rows:
        record = recorded[row.name]
        cells = [row.place, row.claim, row.how, found_where(row, record),
                 f"**{said(row, record).verdict}**", f"`{row.command}`", row.check]
        yield "| " + " | ".join(map(cell, cells)) + " |"


def kind(verdict):
    """Without what a single row adds: holds if ..., false in 2 of 3."""
    for beginning, called in (("holds if", "holds if ..."), ("false in", "false"), ("false by", "false"),
                              ("false:", "false"), ("false here in", "false here"),
                              ("false on some", "false on some conforming CPU"),
                              ("not stated", "not stated")):
        if verdict.startswith(beginning):
            return called
    return verdict


def summary(sources, recorded):
    counts = Counter(kind(said(row, recorded[row.name]).verdict)
                     for source in sources for row in source.rows)
    total = sum(counts.values())
    return f"{total} rows: " + ", ".join(f"{n} {verdict}" for verdict, n in
                                         sorted(counts.items(), key=lambda x: (-x[1], x[0]))) + "."


def markdown(sources, recorded):
    parts = [HEAD, summary(sources, recorded)]
    for source in sources:
        parts += [f"\n## {source.title}\n", *table(source, recorded)]
    return "\n".join(parts) + "\n"
