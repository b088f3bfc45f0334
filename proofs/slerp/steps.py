"""The steps of slerp in float, each bounded by gappa over cells of t and the cosine."""
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from slerp import code
from support.exact import U, down, power_of_two_above, range_over, up
from support.proof import require
from support.tools import as_dyadic, fill, gappa

T_CELLS, C_CELLS = 8, 8  # the cells for Horner's rule, over [0, 1]
NORM = Fraction(1, 2**22)  # what the contract allows of |norm^2 - 1|
WIDER = Fraction(1, 2**21)  # how far 1 - |cosine| may lie outside the cell of the exact cosine


def script(name):
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


@lru_cache
def cosine(low, high):
    """How far x is from 1 - c, and the computed cosine from c, where low <= c <= high.

    By hand: the products p and the sums of two are off by u of themselves each, together by
    (2u + u*u) sum |p|, and sum |p| <= |a||b| (Cauchy and Schwarz). If |c| <= 2^-22 the sign may be
    wrong, but | |y| - |c| | <= |y - c|. Underflow: four products lose 2^-150 each."""
    dot = (2 * U + U * U) * (1 + NORM) + Fraction(1, 2**140)
    last = gappa(fill(script("cosine.g"), low=as_dyadic(max(low - WIDER, Fraction(0))),
                      high=as_dyadic(high + WIDER)), "error", "of_cosine")
    require(dot + last["error"] + NORM <= WIDER, "the cosine leaves its cell")
    return dot + last["error"], dot + last["of_cosine"]


@lru_cache
def leading(low, high):
    """How far the coefficient of x^0 for 1 - t is off, and the 1 - t in double that the other
    coefficients are made from, where low <= t <= high."""
    found = gappa(fill(script("leading.g"), low=as_dyadic(low), high=as_dyadic(high)),
                  "of_rounded", "of_late")
    return found["of_rounded"], found["of_late"]


@lru_cache
def double(root, fused):
    """How far the coefficients are off, before they are rounded to float, all together. Where
    `fused`, here and below, a product and a sum are one operation, rounded once."""
    lines, names = [], []
    for k, row in enumerate(code.table(root)):
        before, exact = (as_dyadic(row[-1]),) * 2
        for m in reversed(range(len(row) - 1)):
            step = f"{before} * square + {as_dyadic(row[m])}"
            step = f"= double({step})" if fused else f"double= {step}"
            lines.append(f"a{k}_{m} {step};")
            lines.append(f"e{k}_{m} = {exact} * exact_square + {as_dyadic(row[m])};")
            before, exact = f"a{k}_{m}", f"e{k}_{m}"
        lines.append(f"d{k} double= {before} * factor;")
        lines.append(f"error{k} = d{k} - {exact} * exact_factor;")
        names.append(f"error{k}")
    found = gappa(fill(script("double.g"), coefficients="\n".join(lines),
                       goals=" /\\ ".join(f"{name} in ?" for name in names)), *names)
    return sum(found.values())


def coefficient_ranges(root, fused, low, high):
    """Intervals for the coefficients of x^0, x^1 and so on, in double, low <= t <= high."""
    ranges = [(low, high)]
    margin = Fraction(1, 2**50)
    require(double(root, fused) < margin, "the coefficients in double leave their ranges")
    for row in code.table(root):
        # t (1 - t*t) times the row, by powers of t.
        powers = [Fraction(0)] * (2 * len(row) + 2)
        for m, v in enumerate(row):
            powers[2 * m + 1] += v
            powers[2 * m + 3] -= v
        bottom, top = range_over(powers, low, high)
        ranges.append((down(bottom - margin), up(top + margin)))
    return ranges


@lru_cache
def horner(root, fused, t_cell, c_cell):
    """How far a scale in float is from the polynomial with the coefficients in double."""
    low, high = Fraction(t_cell, T_CELLS), Fraction(t_cell + 1, T_CELLS)
    ranges = coefficient_ranges(root, fused, low, high)
    return gappa(fill(script("horner_fused.g" if fused else "horner.g"),
                      x_low=as_dyadic(1 - Fraction(c_cell + 1, C_CELLS) - WIDER),
                      x_high=as_dyadic(min(1 - Fraction(c_cell, C_CELLS) + WIDER, Fraction(1))),
                      coefficients=" /\\ ".join(
                          f"m{k} in [{as_dyadic(a)},{as_dyadic(b)}]"
                          for k, (a, b) in enumerate(ranges))), "error")


@lru_cache
def combination_of(fused, e_from, e_to):
    return gappa(fill(script("combination_fused.g" if fused else "combination.g"), **{
        "from": as_dyadic(Fraction(2) ** e_from), "to": as_dyadic(Fraction(2) ** e_to)}), "error")


def combination(fused, product_from, product_to):
    """How far the sum is off, for bounds on its two products."""
    return combination_of(fused, power_of_two_above(product_from), power_of_two_above(product_to))
