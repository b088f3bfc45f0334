"""Exact arithmetic for the proofs: rationals, and what is rounded is rounded up."""
import math
from fractions import Fraction

U = Fraction(1, 2**24)  # the unit roundoff of float

# For quantities that are computed in double from at most a thousand operations on numbers that are
# not negative, without subtractions: each operation loses 2^-53, and this covers all of them.
DOUBLE_UP = Fraction(2**40 + 1, 2**40)


def from_double(value):
    """An upper bound on what `value` was computed for, see DOUBLE_UP."""
    return Fraction(value) * DOUBLE_UP


def sqrt_up(value, bits=96):
    """The root, rounded up to a multiple of 2^-bits."""
    scaled = -(-value.numerator * 4**bits // value.denominator)  # rounded up
    root = math.isqrt(scaled)
    return Fraction(root + (root * root < scaled), 2**bits)


def sqrt_down(value, bits=96):
    """The root, rounded down to a multiple of 2^-bits."""
    return Fraction(math.isqrt(value.numerator * 4**bits // value.denominator), 2**bits)


def down(value, bits=80):
    return Fraction(math.floor(value * 2**bits), 2**bits)


def up(value, bits=80):
    return Fraction(math.ceil(value * 2**bits), 2**bits)


def to_float(value):
    """The nearest normal float, ties to even, as a compiler rounds a constant."""
    if value == 0:
        return value
    exponent = math.frexp(abs(float(value)))[1]
    for e in (exponent - 1, exponent, exponent + 1):  # the double may have been rounded to a power
        if Fraction(2) ** (e - 1) <= abs(value) < Fraction(2) ** e:
            unit = Fraction(2) ** (e - 24)
            return round(value / unit) * unit
    raise AssertionError(value)


def power_of_two_above(value):
    """The e of the smallest 2^e >= value."""
    e = math.frexp(float(value))[1] + 1
    while Fraction(2) ** (e - 1) >= value:
        e -= 1
    return e


def shifted(coefficients, by):
    """The coefficients in x - by, lowest power first. Integers stay integers."""
    c = list(coefficients)
    for i in range(len(c) - 1):
        for j in range(len(c) - 2, i - 1, -1):
            c[j] += c[j + 1] * by
    return c


def range_over(coefficients, low, high):
    """An interval that holds the polynomial's values over [low, high]."""
    centre, radius = (low + high) / 2, (high - low) / 2
    c = shifted(coefficients, centre)
    spread = sum(abs(v) * radius**k for k, v in enumerate(c) if k)
    return c[0] - spread, c[0] + spread
