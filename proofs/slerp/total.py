"""The largest error that is possible in a component of slerp, for the ports and for all inputs.

Over a grid of cells of (t, c): what is wrong with the two scales are two numbers, the same for all
four components, so what they do to a component is at most the norm of d0 q0 + d1 q1:
    sqrt((d0^2 + d1^2) (1 + 2^-22) + 2 d0 d1 c).
The rounding of the products and the sum comes on top. docs/bounds.md, "Slerp: what is possible".
"""
from fractions import Fraction
from functools import lru_cache

from slerp import code, series, steps, truncation
from support.exact import U, power_of_two_above, sqrt_up
from support.proof import require

T_CELLS, C_CELLS = 64, 64
FLUSHED = Fraction(1, 2**60)  # all that FTZ and DAZ can do
# What libm and the roundings in double do to a scale of the scalar port; 2^-45 is 256 u of double.
LIBM = Fraction(1, 2**45)


def cells():
    """(first t, last t, first c, last c); the last cells of c are beyond 1."""
    for i in range(T_CELLS):
        t = Fraction(i, T_CELLS), Fraction(i + 1, T_CELLS)
        for j in range(C_CELLS):
            yield *t, Fraction(j, C_CELLS), Fraction(j + 1, C_CELLS)
        yield *t, Fraction(1), 1 + steps.NORM


def component(c, fused, wrong_from, wrong_to, largest_from, largest_to):
    """The error of a component, from those of the scales and the scales' largest values."""
    length = sqrt_up((wrong_from**2 + wrong_to**2) * (1 + steps.NORM)
                     + 2 * wrong_from * wrong_to * c)
    require(length < 8 * U, "the component may be larger than combination.g allows")
    rounding = steps.combination(fused, (1 + steps.NORM) * (largest_from + wrong_from),
                                 (1 + steps.NORM) * (largest_to + wrong_to))
    return length + rounding + FLUSHED


def scales(low, high, c_low):
    """Upper bounds on the scale for t in [low, high], and on its slope, for cosines from c_low."""
    x = min(1 - c_low + steps.WIDER, Fraction(1))
    return series.values(float(low), float(high), float(x))


def half_ulp(largest):
    """Of any float that is not larger, as an error of rounding to it."""
    return U * Fraction(2) ** (power_of_two_above(largest) - 1)


@lru_cache
def polynomial_ports(root, fused):
    """The ports sse, sse3 and asm, where `fused` the ports avx2 and avx512: (error, its cell)."""
    code.check_operations(root)
    truncated = truncation.bounds(root)
    double = steps.double(root, fused)
    worst = (Fraction(0), None)
    for t0, t1, c0, c1 in cells():
        off = steps.cosine(c0, c1)[0]
        c_cell = min(int(c0 * steps.C_CELLS), steps.C_CELLS - 1)
        rounded, late = steps.leading(*((0, Fraction(1, 2)) if t0 < Fraction(1, 2)
                                        else (Fraction(1, 2), 1)))
        wrong, largest = [], []
        for low, high, extra in ((1 - t1, 1 - t0, rounded + 2 * late), (t0, t1, 0)):
            value, slope = scales(low, high, c0)
            wrong.append(off * slope + truncated[int(low * truncation.T_CELLS)] + double + extra
                         + steps.horner(root, fused, int(low * steps.T_CELLS), c_cell))
            largest.append(value)
        worst = max(worst, (component(c1, fused, *wrong, *largest), (t0, t1, c0, c1)))
    return worst


@lru_cache
def scalar_port(root):
    """The port scalar: (error, its cell)."""
    code.check_operations(root)
    worst = (Fraction(0), None)
    for t0, t1, c0, c1 in cells():
        # A cosine beyond 1 counts as 1, which may be as far away as the contract allows.
        off = max(steps.cosine(c0, c1)[1], c1 - 1)
        wrong, largest = [], []
        for low, high in ((1 - t1, 1 - t0), (t0, t1)):
            value, slope = scales(low, high, c0)
            wrong.append(off * slope + half_ulp(value + 8 * U) + LIBM)
            largest.append(value)
        worst = max(worst, (component(c1, False, *wrong, *largest), (t0, t1, c0, c1)))
    return worst
