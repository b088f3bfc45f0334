"""Rows: the three ways to blend rotations that the introduction of Slerping Clock Cycles compares, in double."""
import math
import random

from ports import angle
from row import FALSE, HOLDS, Row

PAIRS, STEPS = 400, 64
EVEN = 1e-3  # of a speed: what we take "constant" to mean
ON_ARC = 1e-6  # degrees


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def unit(q):
    norm = math.hypot(*q)
    return tuple(x / norm for x in q)


def mixed(a, b, wa, wb):
    return tuple(wa * x + wb * y for x, y in zip(a, b))


def slerp(a, b, t):
    alpha = angle(a, b)
    return mixed(a, b, math.sin((1 - t) * alpha) / math.sin(alpha), math.sin(t * alpha) / math.sin(alpha))


def lerp(a, b, t):
    return unit(mixed(a, b, 1 - t, t))


def logarithm(q):
    *v, w = q
    length = math.hypot(*v)
    return tuple(x * math.atan2(length, w) / length for x in v)


def exponential(v):
    half = math.hypot(*v)
    return *(x * math.sin(half) / half for x in v), math.cos(half)


def log_lerp(a, b, t):
    """The line between the logarithms."""
    return exponential(mixed(logarithm(a), logarithm(b), 1 - t, t))


WAYS = {"Slerp": slerp, "Lerp": lerp, "the exponential map": log_lerp}


def rotations(seed, count, together):
    """Tuples of so many quaternions, random, on one half of the sphere."""
    r = random.Random(seed)
    for _ in range(PAIRS):
        some = [unit([r.gauss(0, 1) for _ in range(4)]) for _ in range(count)]
        yield [tuple(-x for x in q) if dot(q, some[0]) < 0 else q for q in some] if together else some


def in_turn(way, poses):
    """Poses of equal weight, one after the other."""
    blended = poses[0]
    for k, pose in enumerate(poses[1:], 2):
        blended = way(blended, pose, 1 / k)
    return blended


def spread(blend):
    """The largest angle between blends of three rotations in their three orders, in degrees."""
    return max(math.degrees(angle(blend((a, b, c)), blend(other)))
               for a, b, c in rotations(1, 3, True) for other in ((b, c, a), (c, a, b)))


def orders(_tools):
    found = {name: spread(lambda poses, way=way: in_turn(way, poses)) for name, way in WAYS.items()}
    found["Lerp, renormalised at the end"] = spread(lambda poses: unit([sum(xs) for xs in zip(*poses)]))
    return found


def orders_verdict(m):
    same = [name for name, degrees in m.items() if degrees < ON_ARC]
    if "Slerp" in same or "the exponential map" not in same:
        return FALSE
    return HOLDS if "Lerp" in same else f"{HOLDS} if Lerp renormalises once, at the end" \
        if "Lerp, renormalised at the end" in same else FALSE


def speeds(_tools):
    """The largest speed over the smallest of a path, for the pair where that is most."""
    def ratio(way, a, b):
        path = [way(a, b, i / STEPS) for i in range(STEPS + 1)]
        steps = [angle(p, q) for p, q in zip(path, path[1:])]
        return max(steps) / min(steps)
    return {name: max(ratio(way, a, b) for a, b in rotations(2, 2, True)) for name, way in WAYS.items()}


def speeds_verdict(m):
    constant = [name for name, ratio in m.items() if ratio < 1 + EVEN]
    if "Slerp" not in constant or "Lerp" in constant:
        return FALSE
    return HOLDS if "the exponential map" in constant else f"{FALSE} for the exponential map"


def arcs(_tools):
    """How far the path leaves the arc between both, in degrees."""
    def off(way, a, b):
        beside = unit(mixed(b, a, 1, -dot(a, b)))
        path = (way(a, b, i / STEPS) for i in range(STEPS + 1))
        return max(math.degrees(math.asin(min(1, math.hypot(*(x - dot(q, a) * y - dot(q, beside) * z
                                                            for x, y, z in zip(q, a, beside))))))
                   for q in path)
    return {name: max(off(way, a, b) for a, b in rotations(3, 2, True)) for name, way in WAYS.items()}


def arcs_verdict(m):
    return HOLDS if [name for name, degrees in m.items() if degrees < ON_ARC] == ["Slerp", "Lerp"] else FALSE


def text(what):
    return lambda m: ", ".join(f"{name} {0 if x < ON_ARC else x:.3g}{what}" for name, x in m.items())


HOW = f"{PAIRS} random {{}} of one half of the sphere, in double; the exponential map as the line between their " \
      "logarithms"

ROWS = (
    Row(name="commutative", place="section 1.1",
        claim="Lerp and the exponential map are commutative, Slerp is not",
        how=HOW.format("triples") + ", three rotations of equal weight one after the other, the largest angle "
        "between any two orders", measure=orders, found=text(" degrees"), verdict=orders_verdict,
        command="./ulna claims --only commutative"),
    Row(name="constant-velocity", place="section 1.1",
        claim="Slerp and the exponential map have a constant velocity, Lerp has not",
        how=HOW.format("pairs") + f", the fastest of {STEPS} steps of t over the slowest", measure=speeds,
        found=text(" times"), verdict=speeds_verdict, command="./ulna claims --only constant-velocity"),
    Row(name="minimal-torque", place="section 1.1",
        claim="Slerp and Lerp have minimal torque, the exponential map has not",
        how=HOW.format("pairs") + ", how far the path leaves the arc between both", measure=arcs,
        found=text(" degrees"), verdict=arcs_verdict, command="./ulna claims --only minimal-torque"),
)
