"""What a claim is, how exactly what is printed is taken, and what is recorded of a claim."""
import itertools
import math
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Callable

HOLDS = "holds"
FALSE = "false"
CONTRADICTS = "false: it contradicts itself"
NOT_HERE = "not testable here"
NOT_STATED = "not stated"  # what is measured beside a claim that gives no number


class Unusable(Exception):
    """Something could not be measured. The text names the thing and the cure."""


@dataclass(frozen=True)
class Row:
    """A claim that a source publishes, and how we know whether it holds.

    `measure` takes tools.Tools and returns a dict of plain numbers and strings; what is said of them,
    and the verdict, are functions of that dict. `check` says what `--check` does:
      again    measures again: the numbers do not depend on the machine, and have to be the same
      verdict  measures again: the numbers depend on the machine's tables, the verdict does not
      here     measures again on the machine that is recorded, where the verdict has to be the same
      recorded takes the recorded numbers, which are of a machine or take long to get, and applies
               the rule to them
    """
    name: str
    place: str
    claim: str
    how: str
    measure: Callable
    found: Callable
    verdict: Callable
    command: str
    check: str = "again"
    depends: str = ""  # what the numbers depend on, and is said with them: "tables" or "speed"


def if_measurable(row):
    """The same, which is "not testable here" with the reason where its numbers cannot be had."""
    def measure(tools):
        try:
            return row.measure(tools)
        except Unusable as e:
            return {"reason": str(e)}
    return replace(row, measure=measure, found=lambda m: m.get("reason") or row.found(m),
                   verdict=lambda m: NOT_HERE if "reason" in m else row.verdict(m))


@dataclass(frozen=True)
class Source:
    title: str
    rows: tuple


def stands_for(printed) -> tuple:
    """From where to where the number may be that a source prints, the same for every row:
      2.75    half a unit of its last digit each way, what rounding takes
      ~2.75   half a unit of the digit before: who writes "about" says that the last digit is not to be
              relied on, and leaves the one before
      more than 2, between 2 and 3   limits, and exact
    A count of cycles is an int, and exact.
    """
    if isinstance(printed, int):
        return Fraction(printed), Fraction(printed)
    if printed.startswith("more than "):
        return Fraction(printed.removeprefix("more than ")), math.inf
    if printed.startswith("between "):
        low, high = printed.removeprefix("between ").split(" and ")
        return Fraction(low), Fraction(high)
    digits = printed.lstrip("~")
    unit = Fraction(10) ** Decimal(digits).as_tuple().exponent * (10 if digits != printed else 1)
    return Fraction(digits) - unit / 2, Fraction(digits) + unit / 2


def within(printed: str) -> Callable:
    """A verdict: whether a largest error is at most what is printed."""
    limit = float(stands_for(printed)[1])
    return lambda error: HOLDS if error <= limit else FALSE


def within_here(printed: str) -> Callable:
    """The same where the error depends on what this processor's approximation instructions give."""
    return lambda error: f"{within(printed)(error)} here"


def at_least(printed) -> Callable:
    """A verdict on a ratio of speeds: printed, or a number that follows from counts of cycles."""
    limit = stands_for(printed)[0] if isinstance(printed, str) else printed
    return lambda ratio: "holds here" if ratio >= limit else "false here"


def at_most(ratio_of_counts: float) -> Callable:
    """The same of a ratio that the source wants to be small."""
    return lambda ratio: "holds here" if ratio <= ratio_of_counts else "false here"


ALIKE = 0.02  # of a time: what two runs of one thing may differ by on a quiet machine


def faster(ratio):
    """A verdict on a small difference in speed, where the source says that there is one."""
    return "open" if abs(ratio - 1) < ALIKE else "holds here" if ratio > 1 else "false here"


def number(x: float) -> str:
    return f"{x:.4g}"


def printed_twice(pairs, function) -> dict:
    """Numbers that are printed, and follow from others that are printed: which do not, whatever all of
    them stand for. pairs: (label, printed, *what it follows from), as stands_for() has them; `function` is
    monotonic in each of its arguments, so that the ends of what they stand for give the ends of what
    follows."""
    found = []
    for label, printed, *given in pairs:
        follows = [function(*ends) for ends in itertools.product(*map(stands_for, given))]
        low, high = stands_for(printed)
        found.append({"label": label, "printed": printed, "follows": span(min(follows), max(follows)),
                      "agrees": bool(min(follows) <= high and low <= max(follows))})
    return {"printed": found}


def span(low, high):
    """Two ends, rounded to be read."""
    return f"{float(low):.6g}" if low == high else f"{float(low):.4g} to {float(high):.4g}"


def printed_verdict(m):
    """On what printed_twice() found."""
    wrong = sum(not one["agrees"] for one in m["printed"])
    if not wrong:
        return HOLDS
    return FALSE if len(m["printed"]) == 1 else f"{FALSE} in {wrong} of {len(m['printed'])}"


def printed_text(m):
    wrong = [one for one in m["printed"] if not one["agrees"]]
    shown = wrong or (m["printed"] if len(m["printed"]) <= 3 else [])
    return "; ".join(f"{one['label']}: {one['printed']} is printed, {one['follows']} follows"
                     for one in shown) or "what is printed follows"


def arithmetic(name, place, claim, pairs, function):
    """A row that needs nothing but the source."""
    return Row(name=name, place=place, claim=claim, how="computed from what is printed beside it",
               measure=lambda tools: printed_twice(pairs, function),
               found=printed_text, verdict=printed_verdict, command=f"./ulna claims --only {name}")


def reading(name, place, claim, what, says, differs=CONTRADICTS, ours=None):
    """A row that compares what places say of one thing: {place: what it is}. Beside them, and for nothing
    but to be read, `ours`: {operation: function of tools}."""
    def measure(tools):
        return {"says": says, "ours": {name: one(tools) for name, one in (ours or {}).items()}}
    return Row(name=name, place=place, claim=claim, how=f"{what}: read, and compared", measure=measure,
               found=lambda m: "; ".join(f"{where}: {one}" for where, one in {**m["says"], **m["ours"]}.items()),
               verdict=lambda m: HOLDS if len(set(m["says"].values())) == 1 else differs,
               command=f"./ulna claims --only {name}")
