"""Rows: the textbook's chapter 11 on skinned meshes in Direct3D 9."""
from ports import translation
from row import FALSE, HOLDS, Row, Source
from tools import MODELS

MODEL = "X/Testwuson.X"
PORT = "sse"
DOCUMENTATION = "learn.microsoft.com, Direct3D 9 reference, ID3DXSkinInfo::"


def point(values):
    return "(" + ", ".join(f"{v:g}" for v in values) + ")"


# --- Worked examples --------------------------------------------------------------------------

def blended(tools, vertex, reference, now, weights):
    """Bones that stand at `reference` move to `now`, and carry the vertex along: bone offset matrices,
    palette and blend, as the chapter has them."""
    library = tools.library(PORT)
    offsets = library.offsets(*as_chain(reference))
    palette = library.combined(offsets, sum((translation(*p) for p in now), []))
    return library.skinned(vertex, palette, weights)


def as_chain(places):
    """Parents and local matrices: each bone a child of the one before."""
    local = [places[0]] + [tuple(b - a for a, b in zip(p, q)) for p, q in zip(places, places[1:])]
    return list(range(-1, len(places) - 1)), [translation(*p) for p in local]


def example(name, place, vertex, reference, now, weights, printed):
    return Row(name=name, place=place,
               claim=f"bones at {', '.join(map(point, reference))} move to "
                     f"{', '.join(map(point, now))}; the vertex {point(vertex)} with weights "
                     f"{', '.join(f'{w:g}' for w in weights)} goes to {point(printed)}",
               how=f"bone_offset_matrices, combine_bones and update_skinned_mesh of port {PORT}",
               measure=lambda tools: {"point": blended(tools, vertex, reference, now, weights)},
               found=lambda m: point(m["point"]),
               verdict=lambda m: HOLDS if tuple(m["point"]) == tuple(printed) else FALSE,
               command=f"./ulna claims --only {name}")


# --- What the vendor says otherwise -----------------------------------------------------------

def remaps(tools):
    """Of a conversion: how many faces have another number when its list is read the other way."""
    given = tools.model_json("convert", MODEL, "--palette", "12", "--remaps")["face_remap"]
    other = [0] * len(given)
    for new, old in enumerate(given):
        other[old] = new
    return {"faces": len(given), "differ": sum(a != b for a, b in zip(given, other))}


def influences(tools):
    skin = tools.model_json("inspect", MODEL)
    return {"bone": max(bone["vertices"] for bone in skin["bones"]),
            "vertex": max(mesh["max_vertex_influences"] for mesh in skin["meshes"])}


def second_matrices(tools):
    """A normal under a palette that stretches x by 2: with none, with the inverse transpose, and with
    a bone offset matrix, which the chapter would pass, as second array."""
    library = tools.library(PORT)
    stretch = translation(0, 0, 0)
    stretch[0] = 2.0
    inverse_transpose = translation(0, 0, 0)
    inverse_transpose[0] = 0.5
    moved = {}
    for name, second in (("none", None), ("inverse transpose", inverse_transpose),
                         ("offset", translation(-5, -5, 0))):
        out = library.skinned((1, 1, 0), stretch, (1.0,), (0.6, 0.8, 0), second)
        moved[name] = {"position": out[:3], "normal": out[3:]}
    return moved


ROWS = (
    example("example-one-bone-still", "11.5.1", (60, 60, 60), [(50, 50, 50)], [(50, 50, 50)], (1.0,),
            (60, 60, 60)),
    example("example-one-bone", "11.5.2", (60, 60, 60), [(50, 50, 50)], [(100, 100, 100)], (1.0,),
            (110, 110, 110)),
    example("example-two-bones", "11.5.2, figures 11.14 to 11.17", (5, 8, 0), [(5, 5, 0), (3, 8, 0)],
            [(7, 9, 0), (5, 12, 0)], (0.5, 0.5), (7, 12, 0)),
    example("example-three-bones", "11.5.2, figures 11.18 and 11.19", (30, 20, 0),
            [(40, 40, 0), (35, 10, 0), (25, 0, 0)], [(40, 40, 0), (35, 10, 0), (30, -10, 0)],
            (0.25, 0.5, 0.25), (31.25, 17.5, 0)),
    Row(name="remap-direction", place="11.8.5, pFaceRemap",
        claim="pFaceMap[5] = 10 says that the 6th old face is now the "
        "11th: old to new. The vendor has it the other way round: for each face of the blended mesh the "
        f"original one ({DOCUMENTATION}ConvertToIndexedBlendedMesh)",
        how=f"faces of {MODEL}, cut to 12 bones, whose number depends on the reading; ulna's conversions "
        "owe the vendor's (docs/conversion.md, clause 8; conversion_check_test has the other one refused)",
        measure=remaps, found=lambda m: f"{m['differ']:,} of {m['faces']:,} faces",
        verdict=lambda m: HOLDS if not m["differ"] else f"{FALSE} by the vendor's documentation",
        command="./ulna claims --only remap-direction"),
    Row(name="max-vertex-influences", place="11.7.2, GetMaxVertexInfluences",
        claim="returns the largest number of "
        "vertices that one bone has. The vendor: the most influences of any vertex "
        f"({DOCUMENTATION}GetMaxVertexInfluences; its pages of 2002 had neither: influences of a bone)",
        how=f"both numbers of {MODEL}; skin_info_test holds ulna to the vendor's",
        measure=influences, found=lambda m: f"{m['bone']} vertices on one bone, {m['vertex']} influences of a "
                                            "vertex",
        verdict=lambda m: HOLDS if m["bone"] == m["vertex"] else f"{FALSE} by the vendor's documentation",
        command=f"./ulna inspect {MODELS / MODEL}"),
    Row(name="second-matrices", place="11.7 and 11.7.2, UpdateSkinnedMesh",
        claim="the second array, "
        "pBoneInvTransposeTransforms, takes the bone offset matrices. By its name and the vendor's "
        f"description ({DOCUMENTATION}UpdateSkinnedMesh) it takes inverse transposes",
        how=f"update_skinned_mesh of port {PORT}, which follows the vendor: a palette that stretches x by 2, "
        "position (1, 1, 0), normal (0.6, 0.8, 0)", measure=second_matrices,
        found=lambda m: "; ".join(f"{name}: position {point(v['position'])}, normal {point(v['normal'])}"
                                  for name, v in m.items()),
        verdict=lambda m: f"{FALSE} by the vendor's documentation"
        if m["offset"]["position"] == m["none"]["position"] else HOLDS,
        command="./ulna claims --only second-matrices"),
)

SOURCE = Source("A textbook's chapter 11, *Skinned Meshes* (Direct3D 9)", ROWS)
