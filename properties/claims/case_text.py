"""Reads cases as docs/case-format.md has them."""
import math
import re

JOINT_BYTES = 48
LAST = 12


def arrays(text):
    """{name: rows of words} of a case whose arrays are written out."""
    found, rows = {}, None
    for line in text.splitlines():
        if line.startswith("array "):
            rows = found.setdefault(line.split()[1], [])
        elif line.startswith("  ") and rows is not None:
            rows.append(line.split())
    return found


def blended_pairs(text):
    """The pairs of quaternions of a case of slerp_joints, and its t."""
    found = arrays(text)
    lists = [[tuple(map(float, row[:4])) for row in found[name]]
             for name in ("joints", "blend_joints")]
    t = float(re.search(r"^lerp (\S+)$", text, re.M).group(1))
    return [(lists[0][int(j)], lists[1][int(j)]) for j, in found["index"]], t


def normal_losses(text):
    """Of transform_verts_and_tangents, in double: for each vertex how much shorter its normal is than
    those of its joints together, as a share."""
    found = arrays(text)
    joints = [[float(x) for x in row] for row in found["joints"]]
    base = [[float(x) for x in row] for row in found["base"]]
    vertex, total, sum_of_lengths = 0, [0.0] * 3, 0.0
    for weight, joint, following in found["weights"]:
        m = joints[int(joint) // JOINT_BYTES]
        n = base[3 * vertex + 1]
        turned = [m[4 * r] * n[0] + m[4 * r + 1] * n[1] + m[4 * r + 2] * n[2] for r in range(3)]
        total = [s + float(weight) * x for s, x in zip(total, turned)]
        sum_of_lengths += abs(float(weight)) * math.hypot(*turned)
        if int(following) == LAST:
            if sum_of_lengths > 0:
                yield max(0.0, 1 - math.hypot(*total) / sum_of_lengths)
            vertex, total, sum_of_lengths = vertex + 1, [0.0] * 3, 0.0
