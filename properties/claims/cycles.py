"""Rows on tables of clock cycles, which two of the papers have alike."""
from row import Row, arithmetic, at_least
from tools import ELEMENTS, REPETITIONS


def agrees(name, place, cells):
    """Whether cycles for an element are the total cycles through 1024; cells: {routine: (total, each,
    total, each)}, None where the table has none."""
    pairs = [(f"{routine} on {size} nm", str(each), total)
             for routine, (a, b, c, d) in cells.items()
             for size, total, each in ((130, a, b), (90, c, d)) if total]
    return arithmetic(name, place,
                      f"the {len(pairs)} cells of cycles for an element are those of total cycles "
                      f"divided by {ELEMENTS}", pairs, lambda total: total / ELEMENTS)


def ratios(name, place, claim, printed, cells):
    """Whether the papers' own table says what their text says of it; cells: (label, slow, fast)."""
    return arithmetic(name, place, claim,
                      [(label, printed, slow, fast) for label, slow, fast in cells],
                      lambda slow, fast: slow / fast)


def ratio_row(name, place, claim, slow, fast, printed, rule=at_least):
    """A ratio of speeds; `slow` and `fast` are operation/port, and `rule` says what holds."""
    def found(m):
        return (f"{m['slow']:.2f} ns ({slow}) against {m['fast']:.2f} ns ({fast}) for an element: "
                f"{m['ratio']:.2f}")
    return Row(name=name, place=place, claim=claim,
               how=f"hot cache, the fastest of {REPETITIONS} runs; the cases are those of "
                   "bench/README.md",
               measure=lambda tools: tools.times_as_fast(slow, fast), found=found,
               verdict=lambda m: rule(printed)(m["ratio"]), check="recorded", depends="speed",
               command=f"./ulna claims --only {name}")
