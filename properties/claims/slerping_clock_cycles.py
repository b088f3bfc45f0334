"""Rows: J.M.P. van Waveren, Slerping Clock Cycles, id Software, 27 February 2005."""
import math

import case_text
import counted
import ports
import slips
import three_ways
from cycles import agrees, ratio_row, ratios
from meshes import poses
from row import (FALSE, HOLDS, NOT_STATED, Row, Source, at_least, at_most, faster, number, within,
                 within_here)
from tools import ELEMENTS

BOUND = "4.768e-7"
PAIRS = 12_000_000  # of each kind
AXIS_SEED = 26  # of 21 to 33 the one with the largest error: 6.56e-7, with all others 5.96e-7
TIMES = 5  # that properties/claims/slerp_pairs.cpp takes of each pair
ADVERSARIES = 128  # as many as the judge tries
ADVERSARY_PAIRS = 20_000
ROUNDED_UNIT = 2.0**-24  # how far from 1 long a unit quaternion may be when its components are rounded
STEPS = 64


# --- Stages -----------------------------------------------------------------------------------

def proof_row(name, place, claim, how, proof, printed):
    return Row(name=name, place=place, claim=claim, how=how,
               measure=lambda tools: {"error": tools.proved(proof)},
               found=lambda m: f"{number(m['error'])}, a proved supremum",
               verdict=lambda m: within(printed)(m["error"]),
               command=f"proofs/prove.py {proof}")


def sweep_row(name, place, claim, piece, port, kind, verdict, how):
    def measure(tools):
        swept = tools.sweep(piece, port)
        worst = swept["largest_errors"][kind]
        return {"error": worst["error"], "judged": swept["judged"],
                "arguments": [argument["bits"] for argument in worst["arguments"]]}
    return Row(name=name, place=place, claim=claim, how=how, measure=measure,
               found=lambda m: f"{number(m['error'])} {kind}, the largest of {m['judged']:,} "
                               f"arguments, at {', '.join(m['arguments'])}",
               verdict=lambda m: verdict(m["error"]), check="recorded",
               depends="tables" if port == "published" and piece != "sin_zero_half_pi" else "",
               command=f"./ulna sweep {piece} --port "
                       f"{'build/default/claims/plain.so' if port == 'plain' else port}")


def two_forms(tools):
    return {"text": tools.proved("sin-text-floats"), "appendix": tools.proved("sin-appendix-floats")}


# --- Slerp ------------------------------------------------------------------------------------

def difference(tools, port, other):
    """The largest, of uniform pairs and of pairs near an axis; `other` is a port, or "exact"."""
    return {name: tools.slerp_difference(kind, PAIRS, port, other, seed=seed)
            for name, kind, seed in (("uniform", "uniform", 1), ("near an axis", "axis", AXIS_SEED))}


def largest(m):
    """A NaN is larger than any number."""
    return max((one["error"] for one in m.values()), key=lambda error: (math.isnan(error), error))


def difference_text(m):
    return ", ".join(f"{number(one['error'])} {name} (t = {one['t']:g})" for name, one in m.items())


def difference_row(name, place, claim, port, other, verdict, **changes):
    method = "the published method" if port == "published" else "the plain C"
    return Row(name=name, place=place, claim=claim,
               how=f"{method} against {'exact Slerp' if other == 'exact' else 'the plain C'}: {PAIRS:,} "
                   f"uniform pairs and as many near an axis, at {TIMES} t, the same in every run (near an "
                   f"axis the seed, of thirteen, that shows most); unit quaternions, correctly rounded "
                   "(properties/claims/slerp_pairs.cpp)",
               measure=lambda tools: difference(tools, port, other), found=difference_text,
               verdict=lambda m: verdict(largest(m)), command=f"./ulna claims --only {name}", **changes)


def beside(error):
    """Of an error that is not stated: on which side it is of the one that is."""
    return f"{NOT_STATED}; {'within' if within(BOUND)(error) == HOLDS else 'above'} {BOUND}"


# --- Any processor ----------------------------------------------------------------------------

def adversaries(tools):
    """How far the published method is from the plain C under each adversary (docs/approximations.md)."""
    errors = [tools.slerp_difference("axis", ADVERSARY_PAIRS, "published", "plain", who)["error"]
              for who in range(ADVERSARIES)]
    worst = max(range(ADVERSARIES), key=errors.__getitem__)
    return {"rounded": errors[0], "worst": errors[worst], "adversary": worst,
            "above": sum(within(BOUND)(error) == FALSE for error in errors)}


def adversaries_text(m):
    return (f"up to {number(m['worst'])}, where adversary {m['adversary']} chooses; above {BOUND} under "
            f"{m['above']} of {ADVERSARIES} adversaries; {number(m['rounded'])} where rsqrtps and rcpps "
            "give the exact value, rounded")


def any_processor(m):
    """A search that found nothing would not prove that it holds."""
    return f"{FALSE} on some conforming CPU" if m["above"] else "open"


# --- Joints that are less of unit quaternions than rounding leaves ----------------------------

def witnesses(tools):
    return sorted((tools.source / "corpus/slerp_joints/worst").glob("published-q-*.case"))


def off_unit(text):
    """How far the quaternions of a case are from 1 long, at most."""
    pairs, _ = case_text.blended_pairs(text)
    return max(abs(math.hypot(*q) - 1) for pair in pairs for q in pair)


def witness(tools):
    """What the corpus keeps of the published port: found here or elsewhere, shown here."""
    error, worst = max((tools.replay(case, "published"), case) for case in witnesses(tools))
    return {"error": error, "off_unit": off_unit(worst.read_text(encoding="utf-8"))}


def possible(tools):
    swept = tools.sweep("slerp_joints", "published")
    return {"found": swept["found"], "possible": swept["possible"]}


def velocity(tools, operation):
    """The largest relative deviation of a step's angle from the mean over STEPS steps, for
    quaternions at right angles: a half turn, the largest angle that there is between rotations."""
    a, b = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)
    path = [a] + [tools.library("scalar").blend(operation, [(a, b)], i / STEPS)[0]
                  for i in range(1, STEPS)] + [b]
    angles = [ports.angle(p, q) for p, q in zip(path, path[1:])]
    mean = sum(angles) / STEPS
    return {"slowest": min(angles) / mean - 1, "fastest": max(angles) / mean - 1}


def velocity_text(m):
    return f"a step's angle is from {100 * m['slowest']:+.3g} % to {100 * m['fastest']:+.3g} % off the mean"


def constant(m):
    """To what rounding leaves: 2^-22 in the ends of a step of 1/STEPS of a right angle."""
    allowed = 2 * 2.0**-22 * STEPS / (math.pi / 2)
    return max(-m["slowest"], m["fastest"]) <= allowed


# Lerp goes along L(t) = (1 - t) a + t b, of length N(t), and is scaled to 1. For unit a and b with the angle
# w between them its angular velocity is |L x L'| / N^2 = sin w / N^2, with N^2 = 1 - 4 t (1 - t) sin^2(w / 2),
# and its mean w. So velocity through mean is least at the ends, sin w / w, and greatest in the middle,
# 2 tan(w / 2) / w. With w the one falls and the other rises, and w ends at a right angle, from where the short
# way is the other one: 2 / pi and 4 / pi.
ANGLES = 16
# A piece of t. At a right angle what velocity changes in it, and what rounding does to it, are each below 1e-3;
# rounding does more at smaller angles, up to 1e-2, where the extremes are not.
SHORT = 2.0**-11


def lerp_velocity(tools):
    """The least and greatest velocity less the mean, relative, with where: t from the nearer end, and the
    angle in degrees."""
    found = []
    for k in range(1, ANGLES + 1):
        whole = k / ANGLES * math.pi / 2
        a, b = (1.0, 0.0, 0.0, 0.0), ports.floats((math.cos(whole), math.sin(whole), 0.0, 0.0))
        for i in range(STEPS + 1):
            start = min(max(i / STEPS - SHORT / 2, 0.0), 1 - SHORT)
            piece = [tools.library("scalar").blend("lerp_joints", [(a, b)], t)[0]
                     for t in (start, start + SHORT)]
            found.append((ports.angle(*piece) / SHORT / ports.angle(a, b) - 1,
                          min(i, STEPS - i) / STEPS, math.degrees(whole)))
    return {"slowest": min(found), "fastest": max(found)}


def lerp_text(m):
    def at(one):
        return f"{100 * one[0]:+.1f} % off its mean at t = {one[1]:g}, {one[2]:g} degrees"
    return (f"the velocity is {at(m['slowest'])}, the largest deviation, and {at(m['fastest'])}; by the "
            f"formula {100 * (2 / math.pi - 1):+.1f} % and {100 * (4 / math.pi - 1):+.1f} %")


def lerp_verdict(m):
    """It speeds up in the middle, by more than measuring may be off."""
    return HOLDS if m["fastest"][1] == 0.5 and m["fastest"][0] > 1e-3 and m["slowest"][1] == 0 else FALSE


# --- Speed ------------------------------------------------------------------------------------

def joints_of(port):
    """A way of tools.timed(): ELEMENTS joints, uniform pairs."""
    all_, none = [[(port, "slerp_joints", arguments) for arguments in each] for each in poses(ELEMENTS)]
    return 2 * ELEMENTS, all_, none


SINES = {"called": "called_sines", "inlined": "plain_polynomial", "inlined and interleaved": "interleaved_sines"}


def sines_verdict(m):
    """Whether both together gain, and interleaving has its part."""
    called, inlined, both = m.values()
    return f"{faster(called / both)}; interleaving: {faster(inlined / both)}"


def stage_row(name, claim, functions, slow, fast):
    """A stage on the way to SSE, in C, beside the C of section 3."""
    source = {"plain_transformed": "transformed.c", "plain_polynomial": "polynomial.c"}[fast]
    return Row(name=name, place="section 5", claim=claim,
               how=f"{ELEMENTS} joints, uniform pairs; bench/plain/{source} beside bench/plain/port.c with "
               f"{functions}, neither turned into vectors",
               measure=lambda tools: tools.two_ways(joints_of(slow), joints_of(fast)),
               found=lambda m: f"{m['slow']:.2f} ns against {m['fast']:.2f} ns for a joint: {m['ratio']:.2f}",
               verdict=lambda m: at_least("more than 1")(m["ratio"]), check="recorded", depends="speed",
               command=f"./ulna claims --only {name}")


def four_routines(tools):
    ns = tools.nanoseconds()
    return {f"{operation}/{port}": ns[f"{operation}/{port}"]
            for operation in ("slerp_joints", "lerp_joints") for port in ("plain", "published")}


def guess(tools):
    """Of numbers between 1 and 2: the root, and the paper's approximation."""
    numbers = ports.aligned([1 + i / ELEMENTS for i in range(ELEMENTS)])
    out = ports.aligned([0.0] * ELEMENTS)

    def way(port):
        return ELEMENTS, [(port, "reciprocal_sqrt", (out, numbers, ELEMENTS))], \
            [(port, "reciprocal_sqrt", (out, numbers, 0))]
    return tools.two_ways(way("root"), way("plain"))


def lines(tools):
    """Joints of 32 bytes that begin with a cache line, or 16 bytes behind it; many, so that lines count."""
    def way(beyond):
        all_, none = [[("published", "slerp_joints", arguments) for arguments in each]
                      for each in poses(32 * ELEMENTS, beyond)]
        return 2 * 32 * ELEMENTS, all_, none
    return tools.two_ways(way(16), way(0))


CELLS = {  # total, each; on 130 nm and 90 nm
    "SlerpJoints (C)": (1035248, 1011, 1041893, 1018),
    "SlerpJoints (SSE)": (109112, 107, 131517, 128),
    "LerpJoints (C)": (218996, 213, 253350, 248),
    "LerpJoints (SSE)": (51080, 50, 52848, 52),
}

ROWS = (
    proof_row("sin-decimals", "section 5, SinZeroHalfPI",
              "the largest absolute error on [0, pi/2] is 2.308e-9",
              "supremum norm by sollya, with the decimals that are printed", "sin-text", "2.308e-9"),
    proof_row("sin-floats", "section 5, SinZeroHalfPI",
              "the same, of the C function, whose coefficients "
              "are floats", "supremum norm by sollya, with the coefficients as floats, evaluation exact",
              "sin-text-floats", "2.308e-9"),
    sweep_row("sin-swept", "section 5, SinZeroHalfPI", "the same, evaluated in float: 2.308e-9",
              "sin_zero_half_pi", "published", "absolute", within("2.308e-9"), "every float from 0 to "
              "pi/2, against a reference with a proved error"),
    proof_row("sin-handbook", "section 5, the coefficient of x^3", "the same, 2.308e-9, of the handbook "
              "that the polynomial is from (Abramowitz and Stegun, 4.3.97): it has -0.1666666664, the "
              "text -1.6666666664e-1, one 6 more",
              "supremum norm by sollya, with the handbook's decimals",
              "sin-handbook", "2.308e-9"),
    Row(name="sin-two-forms", place="sections 5 and 6 against appendix A",
        claim="the coefficient of x^5 is 8.3333315e-3 in the text, 8.333315e-3 in the listing",
        how="supremum norms with both, as floats", measure=two_forms,
        found=lambda m: f"{number(m['text'])} with the text's, {number(m['appendix'])} with the "
                        "listing's, which lacks a digit",
        verdict=lambda m: f"{FALSE} in appendix A" if m["appendix"] > m["text"] else FALSE,
        command="proofs/prove.py sin-text-floats sin-appendix-floats"),
    proof_row("atan-decimals", "section 5, ATanPositive", "the largest absolute error is 1.359e-8",
              "supremum norm by sollya, for quotients in [0, 1]", "atan", "1.359e-8"),
    proof_row("atan-floats", "section 5, ATanPositive",
              "the same, of the C function, whose coefficients "
              "are floats", "supremum norm by sollya, evaluation exact", "atan-floats", "1.359e-8"),
    sweep_row("atan-swept", "section 5, ATanPositive", "the same, evaluated in float: 1.359e-8",
              "atan_positive", "published", "absolute", within("1.359e-8"),
              "a dense set of pairs, against a reference with a proved error"),
    sweep_row("inverse-root-guess", "section 5, ReciprocalSqrt",
              "a \"slightly faster approximation\" of 1 / sqrt(x), "
              "which SlerpOptimized is built on; no error is stated", "reciprocal_sqrt",
              "plain", "relative",
              beside,
              "every positive normal float; the guess and the one Newton step of the text"),
    sweep_row("inverse-root-newton", "section 6",
              "12 bits, which a Newton step \"can be used to improve\"; by how "
              "much is not stated", "reciprocal_sqrt", "published", "relative",
              lambda e: HOLDS if e < 1.5 * 2.0**-12 else FALSE,
              "every positive normal float, against the 1.5 * 2^-12 of the instruction"),
    Row(name="inverse-root-any-machine", place="section 6",
        claim="the same, on any machine that keeps the promise of the instruction set",
        how="gappa, for every approximation within 1.5 * 2^-12",
        measure=lambda tools: {"error": tools.proved("newton-rsqrt")},
        found=lambda m: f"at most {number(m['error'])} relative, proved",
        verdict=lambda m: HOLDS if m["error"] < 1.5 * 2.0**-12 else FALSE,
        command="proofs/prove.py newton-rsqrt"),
    Row(name="reciprocal-any-machine", place="section 6",
        claim="12 bits of rcpps, which a Newton step \"can be used to improve\"; by how much is not stated",
        how="gappa, for every approximation within 1.5 * 2^-12",
        measure=lambda tools: {"error": tools.proved("newton-rcp")},
        found=lambda m: f"at most {number(m['error'])} relative, proved, for x up to 2^125",
        verdict=lambda m: HOLDS if m["error"] < 1.5 * 2.0**-12 else FALSE,
        command="proofs/prove.py newton-rcp"),
    difference_row("slerp-against-c", "section 7",
                   "the largest absolute error of the SSE Slerp compared to the original Slerp is "
                   f"{BOUND}", "published", "plain", within_here(BOUND), check="here",
                   depends="tables"),
    Row(name="slerp-any-processor", place="section 7",
        claim="the same, on any machine that keeps the promise of the instruction set",
        how=f"the published method against the plain C: {ADVERSARY_PAIRS:,} pairs near an axis, as above, "
        f"under {ADVERSARIES} adversaries, each of which chooses what rsqrtps and rcpps give within what "
        "the manual promises (docs/approximations.md)",
        measure=adversaries, found=adversaries_text, verdict=any_processor, check="verdict",  # it depends on libm
        command="./ulna claims --only slerp-any-processor"),
    difference_row("slerp-against-exact", "section 7", f"the same against exact Slerp: {BOUND}",
                   "published", "exact", within_here(BOUND), check="recorded", depends="tables"),
    Row(name="slerp-witness", place="section 7",
        claim=f"the same against exact Slerp, {BOUND}, of all joints that the contract of ulna allows",
        how="the worst joints that the hunter found, kept in the corpus. Careful programs have no such "
        f"ones: rounding leaves a unit quaternion at most {number(ROUNDED_UNIT)} off 1 "
        "long", measure=witness,
        found=lambda m: f"{number(m['error'])}, of quaternions up to {number(m['off_unit'])} off 1 long",
        verdict=lambda m: within_here(BOUND)(m["error"]), check="here", depends="tables",
        command="./ulna replay corpus/slerp_joints/worst/published-q-*.case --port published"),
    Row(name="slerp-hunted", place="section 7", claim="the same",
        how="a minute of the hunter", measure=lambda tools: {"error": tools.hunted(
            "slerp_joints", "published", "60s")},
        found=lambda m: f"{number(m['error'])}",
        verdict=lambda m: within_here(BOUND)(m["error"]), check="recorded", depends="speed",
        command="./ulna hunt slerp_joints --port published --for 60s"),
    Row(name="slerp-possible", place="section 7", claim="the same",
        how="every float cosine from 2^-12 up, for some t: what is possible with the scales that come back "
        "(docs/bounds.md), and the largest found on the way",
        measure=possible,
        found=lambda m: f"{number(m['found'])} found, at most {number(m['possible'])} possible for these t",
        verdict=lambda m: within_here(BOUND)(m["possible"]) if within(BOUND)(m["possible"]) == HOLDS
        or within(BOUND)(m["found"]) == FALSE else "open", check="recorded", depends="tables",
        command="./ulna sweep slerp_joints --port published"),
    difference_row("slerp-c-against-exact", "section 3",
                   f"the original Slerp is what {BOUND} is measured against; its own error is not "
                   "stated", "plain", "exact", beside, check="recorded"),
    Row(name="slerp-velocity", place="section 3",
        claim="\"Slerp has constant angular velocity\"",
        how=f"{STEPS} steps between quaternions at right angles, port scalar",
        measure=lambda tools: velocity(tools, "slerp_joints"), found=velocity_text,
        verdict=lambda m: HOLDS if constant(m) else FALSE, check="verdict",  # it depends on libm
        command="./ulna claims --only slerp-velocity"),
    Row(name="lerp-velocity", place="section 4",
        claim="Lerp \"does not maintain a constant speed\": it speeds up \"in the middle\"; by how much "
        "is not stated",
        how=f"the velocity at {STEPS + 1} t from 0 to 1, for {ANGLES} angles between the quaternions up to a "
        "right one (a half turn between rotations), port scalar; its least and greatest follow from the "
        "formula (the code has the derivation)",
        measure=lerp_velocity, found=lerp_text, verdict=lerp_verdict,
        command="./ulna claims --only lerp-velocity"),
    agrees("slerp-table", "section 7, table", CELLS),
    ratios("slerp-7-in-table", "abstract and section 8 against section 7, table",
           "the SSE Slerp is \"more than 7 times faster\" than the C Slerp", "more than 7", (
               ("on 130 nm", 1035248, 109112), ("on 90 nm", 1041893, 131517))),
    ratios("slerp-2-in-table", "abstract and section 8 against section 7, table",
           "the SSE Slerp is \"two times faster\" than the C Lerp", "2", (
               ("on 130 nm", 218996, 109112), ("on 90 nm", 253350, 131517))),
    ratio_row("slerp-7-times", "abstract and section 8",
              "the SSE Slerp is \"more than 7 times faster\" than the C Slerp (section 8: \"well over\")",
              "slerp_joints/plain", "slerp_joints/published", "more than 7"),
    ratio_row("slerp-ours-7-times", "abstract",
              "the same, with our SSE Slerp, which keeps the error bound",
              "slerp_joints/plain", "slerp_joints/sse", "more than 7"),
    stage_row("slerp-transformed-c",
              "with the sine from the cosine and the angle from both, what is left \"can be evaluated much "
              "faster\"; by how much is not stated", "functions of floats", "baseline", "plain_transformed"),
    stage_row("slerp-optimised-c",
              "SlerpOptimized, with polynomials and a guessed inverse root, is \"typically faster\"; by how "
              "much is not stated", "functions of floats", "baseline", "plain_polynomial"),
    stage_row("slerp-optimised-double", "the same",
              "the functions of doubles that the paper's C calls", "plain", "plain_polynomial"),
    Row(name="interleaved-sines", place="section 5",
        claim="the new Slerp is typically faster \"especially if the two sine calculations are inlined and properly "
        "interleaved\"; by how much is not stated",
        how=f"{ELEMENTS} joints, uniform pairs; bench/plain/polynomial.c with its two polynomials called, inlined one "
        "behind the other, and inlined with their steps in turn, none turned into vectors",
        measure=lambda tools: tools.timed({name: joints_of(port) for name, port in SINES.items()}),
        found=lambda m: ", ".join(f"{name} {ns:.2f} ns" for name, ns in m.items()) + " for a joint",
        verdict=sines_verdict, check="recorded", depends="speed",
        command="./ulna claims --only interleaved-sines"),
    Row(name="guess-against-root", place="section 5",
        claim="the approximation of 1 / sqrt(x) without division and root is \"slightly faster\"",
        how=f"{ELEMENTS} numbers from 1 to 2, reciprocal_sqrt of bench/plain/port.c beside "
        "properties/claims/forms/root.c, neither turned into vectors", measure=guess,
        found=lambda m: f"the root {m['slow']:.2f} ns, the approximation {m['fast']:.2f} ns: {m['ratio']:.2f}",
        verdict=lambda m: at_least("more than 1")(m["ratio"]), check="recorded", depends="speed",
        command="./ulna claims --only guess-against-root"),
    Row(name="joints-and-cache-lines", place="section 6",
        claim="lists of joints, 32 bytes each, are \"better\" 32 or 64-byte aligned than 16, so that fewer cache "
        "lines are used",
        how=f"{32 * ELEMENTS:,} joints (1 MiB), slerp_joints of port published, lists that begin with a cache line "
        "and 16 bytes behind", measure=lines,
        found=lambda m: f"{m['slow']:.2f} ns behind a line, {m['fast']:.2f} ns at it: {m['ratio']:.2f}",
        verdict=lambda m: faster(m["ratio"]), check="recorded", depends="speed",
        command="./ulna claims --only joints-and-cache-lines"),
    ratio_row("slerp-against-lerp", "abstract and section 8",
              "the SSE Slerp is \"two times faster\" than the C Lerp", "lerp_joints/plain",
              "slerp_joints/published", "2"),
    ratio_row("slerp-cells", "section 7, table, SlerpJoints", "1035248 (1011) against 109112 (107) "
              "cycles on 130 nm, 1041893 (1018) against 131517 (128) on 90 nm: C takes 9.49 and 7.92 "
              "times as long as SSE", "slerp_joints/plain", "slerp_joints/published",
              1041893 / 131517),
    ratio_row("lerp-cells", "section 7, table, LerpJoints",
              "218996 (213) against 51080 (50) cycles on "
              "130 nm, 253350 (248) against 52848 (52) on 90 nm: C takes 4.29 and 4.79 times as long as "
              "SSE", "lerp_joints/plain", "lerp_joints/published", 218996 / 51080),
    Row(name="fewest-cycles", place="section 8",
        claim="\"the SSE optimized Lerp uses the least number of clock cycles\"",
        how="the four routines of the table, as in the rows beside", measure=four_routines,
        found=lambda m: ", ".join(f"{name}: {ns:.2f} ns" for name, ns in m.items()),
        verdict=lambda m: "holds here" if min(m, key=m.get) == "lerp_joints/published" else "false here",
        check="recorded", depends="speed", command="./ulna claims --only fewest-cycles"),
    ratio_row("slerp-lerp-c-cells", "section 7, table, C",
              "1011 against 213 and 1018 against 248 cycles: the C "
              "Slerp takes 4.73 and 4.11 times as long as the C Lerp", "slerp_joints/plain",
              "lerp_joints/plain", 1041893 / 253350),
    ratio_row("slerp-lerp-sse-cells", "section 7, table, SSE, and section 8",
              "107 against 50 and 128 against 52 cycles: the SSE Slerp takes 2.14 and 2.49 times as long as "
              "the SSE Lerp, and \"does not have to be significantly slower\"", "slerp_joints/published",
              "lerp_joints/published", 131517 / 52848, at_most),
    *slips.SLERPING,
    *counted.SLERPING,
    *three_ways.ROWS,
)

SOURCE = Source("*Slerping Clock Cycles*, J.M.P. van Waveren, id Software, 2005", ROWS)
