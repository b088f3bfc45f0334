#!/usr/bin/env python3
"""Prints slerp_rows.inc, and the largest error that it leaves in a scale.

With x = 1 - cos a, sin(ta) / sin a is t * 2F1(1+t, 1-t; 3/2; x/2). Its terms follow from each other
by the factor x * (i*i - t*t) / (i * (2*i + 1)), so it is t + t * (1 - t*t) * x * R(t*t, x), and R
is positive and smooth for 0 <= x <= 1. The table holds the polynomial that meets R at the zeros of
Chebyshev polynomials, stretched so that the outermost zeros fall where the factor of R is zero.
"""
import math
from fractions import Fraction

X_TERMS, T_TERMS = 9, 5


def residue(t2, x):
    total = 1.0
    for i in range(80, 1, -1):
        total = 1.0 + (i * i - t2) / (i * (2 * i + 1)) * x * total
    return total / 3


def nodes(count):
    zeros = [math.cos(math.pi * (2 * i + 1) / (2 * count + 2)) for i in range(count + 1)]
    return [(zero - zeros[-1]) / (1 - zeros[-1]) for zero in zeros[:-1]]


def interpolate(xs, ys):
    """The coefficients, lowest first, of the polynomial through the points, in exact arithmetic."""
    xs, divided = [Fraction(x) for x in xs], [Fraction(y) for y in ys]
    for j in range(1, len(xs)):
        for i in range(len(xs) - 1, j - 1, -1):
            divided[i] = (divided[i] - divided[i - 1]) / (xs[i] - xs[i - j])
    result = [Fraction(0)] * len(xs)
    for x, value in zip(reversed(xs), reversed(divided)):
        shifted = [Fraction(0)] + result[:-1]
        result = [s - x * r for s, r in zip(shifted, result)]
        result[0] += value
    return result


def table():
    xs, t2s = nodes(X_TERMS), [1 - node for node in nodes(T_TERMS)]
    rows = [interpolate(xs, [residue(t2, x) for x in xs]) for t2 in t2s]
    return [[float(f"{float(c):.9e}") for c in interpolate(t2s, column)] for column in zip(*rows)]


def largest_error(coefficients, steps=400):
    worst = 0.0
    for i in range(steps + 1):
        t = i / steps
        in_x = [sum(c * t ** (2 * m) for m, c in enumerate(row)) for row in coefficients]
        for j in range(steps + 1):
            x = j / steps
            error = sum(c * x ** k for k, c in enumerate(in_x)) - residue(t * t, x)
            worst = max(worst, abs(error) * t * (1 - t * t) * x)
    return worst


if __name__ == "__main__":
    coefficients = table()
    print("// Printed by slerp_table.py: a row for each power of x, of the coefficients of each power of "
          "t*t.")
    for row in coefficients:
        print("{" + ", ".join(f"{c:.9e}" for c in row) + "},")
    print(f"largest error of a scale: {largest_error(coefficients):.3e}")
