"""How far the polynomial of slerp_rows.inc is from the scale of slerp, in exact arithmetic.

With the notation of series.py the table stands for a polynomial P(y, x) in place of R, and a scale
is off by t (1 - y) x (P - R). That is bounded over a grid of cells in integers: P - R is a
polynomial, but for the tail of R, and around the centre of a cell no polynomial is larger than its
Taylor coefficients allow.
"""
from fractions import Fraction
from functools import lru_cache

from slerp import code, series
from support.exact import shifted, sqrt_down

T_CELLS = 16    # over [0, 1]
SCALE = 2**120  # coefficients are integers times 1 / SCALE
Y_DEGREE = 16   # what is beyond is added in absolute value, for y and |x| at most 1
X_DEGREE = 5    # likewise, around the centre of a cell
X_SCALE = 512   # a cell of x is two of 1 / X_SCALE wide
Y_SCALE = 1024  # a cell of y begins and ends at even multiples of 1 / Y_SCALE
Y_CELL = 32     # and is not wider than this many


def difference(table):
    """(1 - y) x (P - R) as integers, by powers of x, then of y; and a bound on what is left out."""
    slack = series.remainder_after()
    rows = []
    for k, r in enumerate(series.coefficients()):
        row = [-v for v in r]
        for m, v in enumerate(table[k] if k < len(table) else []):
            row.extend([Fraction(0)] * (m + 1 - len(row)))
            row[m] += v
        row = [a - b for a, b in zip(row + [0], [0] + row)]
        slack += sum(abs(v) for v in row[Y_DEGREE + 1:])
        row = [round(v * SCALE) for v in row[:Y_DEGREE + 1]]
        slack += Fraction(len(row), 2 * SCALE)
        rows.append(row + [0] * (Y_DEGREE + 1 - len(row)))
    return [[0] * (Y_DEGREE + 1)] + rows, slack


def columns_around(rows, j):
    """By powers of y: the Taylor coefficients in (x - centre) / radius on the j-th cell of x, times
    SCALE and X_SCALE to the power of the degree. The centre is the radius times 2j + 1."""
    degree = len(rows) - 1
    return [shifted([row[m] * X_SCALE ** (degree - k) for k, row in enumerate(rows)], 2 * j + 1)
            for m in range(Y_DEGREE + 1)]


def pieces(t_cell):
    """Cells of y that make up a cell of t, in units of 1 / Y_SCALE; their ends are even."""
    first, last = (Y_SCALE * i * i // T_CELLS**2 for i in (t_cell, t_cell + 1))
    count = -(-(last - first) // Y_CELL)
    ends = [first + 2 * ((last - first) // 2 * i // count) for i in range(count + 1)]
    return list(zip(ends, ends[1:]))


def largest_in(columns, first, last):
    """A bound on (y + y0) times the polynomial over a cell, y0 its centre; times Y_SCALE to the
    power of Y_DEGREE + 1 in addition to what columns_around() has."""
    centre, radius = (first + last) // 2, (last - first) // 2
    total = 0
    for k in range(X_DEGREE + 1):
        column = [c[k] * Y_SCALE ** (Y_DEGREE - m) for m, c in enumerate(columns)]
        below, power = 0, 1
        for v in shifted(column, centre) + [0]:  # by powers of what y is off the centre
            total += abs(2 * centre * v + below) * power
            below, power = v, power * radius
    # |x - centre| / radius and y are at most 1 in what is left.
    rest = sum(abs(v) for c in columns for v in c[X_DEGREE + 1:])
    return total + rest * Y_SCALE**Y_DEGREE * (centre + last)


@lru_cache
def bounds(root):
    """For each of T_CELLS equal cells of t: how far the scale is off at most, -1/256 <= x <= 1.

    t = sqrt(y) is at most (y + y0) / (2 sqrt(y0)) for any y0, here the centre of the cell."""
    rows, slack = difference(code.table(root))
    cells = [pieces(n) for n in range(T_CELLS)]
    worst = [[0] * len(cell) for cell in cells]
    for j in range(-1, X_SCALE // 2):
        columns = columns_around(rows, j)
        for ws, cell in zip(worst, cells):
            for p, ends in enumerate(cell):
                ws[p] = max(ws[p], largest_in(columns, *ends))
    unit = SCALE * X_SCALE ** (len(rows) - 1) * Y_SCALE ** (Y_DEGREE + 1)
    return [max(Fraction(w, 2 * unit) / sqrt_down(Fraction(sum(ends), 2 * Y_SCALE)) + slack
                for w, ends in zip(ws, cell))
            for ws, cell in zip(worst, cells)]
