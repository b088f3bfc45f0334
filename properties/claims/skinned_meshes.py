"""Rows: the textbook's chapter 11 on skinned meshes in Direct3D 9."""
from collections import Counter

import draw_plans
import sizes
import slips
from ports import translation
from row import CONTRADICTS, FALSE, HOLDS, NOT_HERE, Row, Source, reading
from tools import MODELS

MODEL = "X/Testwuson.X"
EXAMPLE_VERTICES = 300
EXAMPLE_INDICES = {"SkinWeights RightUpperLeg, first": 150, "SkinWeights RightUpperLeg, second": 300,
                   "SkinWeights LeftUpperLeg": 25, "face 1": 62, "face 2": 3420, "face 4": 104, "face 6": 97}
PORT = "sse"
BY_VENDOR = f"{FALSE} by the vendor's documentation"
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


def places(tools):
    """Of the same conversion: how many old vertices have several new ones. From old to new, an array of one
    number for each old vertex cannot name them."""
    counts = Counter(tools.model_json("convert", MODEL, "--palette", "12", "--remaps")["vertex_remap"])
    return {"vertices": len(counts), "several": sum(n > 1 for n in counts.values())}


def subsets(tools):
    """Of a character: subsets of four bones, and of as many as there are."""
    def count(*form):
        return len(tools.model_json("convert", MODEL, *form)["subsets"])
    return {"non-indexed": count("--bones-per-subset", "4"), "indexed": count("--palette", "256")}


def subsets_verdict(m):
    """The chapter's character is not ours."""
    return f"{HOLDS} if another character may stand for it" \
        if m["non-indexed"] > 30 and m["indexed"] == 1 else NOT_HERE


def beyond(tools):
    """Of the numbers that the second example prints: those that no list of its length has."""
    return {"vertices": EXAMPLE_VERTICES,
            "beyond": {name: n for name, n in EXAMPLE_INDICES.items() if n >= EXAMPLE_VERTICES}}


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
        verdict=lambda m: HOLDS if not m["differ"] else BY_VENDOR,
        command="./ulna claims --only remap-direction"),
    Row(name="vertex-remap-direction", place="11.8.5, ppVertexRemap",
        claim="for each vertex of the source mesh it says where that vertex has been moved in the output "
        "mesh: old to new. The vendor: how the new vertices map to the old ones; \"each element in the "
        "remap arrays specifies the previous index for that position\" "
        f"({DOCUMENTATION}ConvertToBlendedMesh)",
        how=f"{MODEL}, cut to 12 bones; where a vertex is in several subsets, old to new has no one number "
        "for it; ulna's conversions owe the vendor's (docs/conversion.md, clause 8)",
        measure=places, found=lambda m: f"{m['several']:,} of {m['vertices']:,} old vertices have several "
                                        "new ones",
        verdict=lambda m: HOLDS if not m["several"] else BY_VENDOR,
        command="./ulna claims --only vertex-remap-direction"),
    reading("options-unused", "11.8.5 and 11.9.5, Options",
            "flags of D3DXMESH and D3DXMESHOPT: where the buffers of the new mesh are, and how it is "
            f"optimised. The vendor: \"currently unused\" ({DOCUMENTATION}ConvertToBlendedMesh and "
            "ConvertToIndexedBlendedMesh). The functions themselves are not to be had "
            "here", "what the parameter does",
            {"the chapter": "chooses memory pool and optimisations", "the vendor": "nothing"}, BY_VENDOR),
    Row(name="subsets-of-four-bones", place="11.8.1 and 11.8.2, Tiny.x",
        claim="over 30 subsets in the non-indexed form where the hardware blends four matrices, a single "
        "one in the indexed form", how=f"Tiny.x comes with the DirectX SDK only. {MODEL} (Debian's assimp-testmodels), "
                            "37 bones and one material as well: ulna convert, into subsets of 4 bones and "
        "into a palette of 256",
        measure=subsets, found=lambda m: f"{m['non-indexed']} subsets, and {m['indexed']}",
        verdict=subsets_verdict, command="./ulna claims --only subsets-of-four-bones"),
    Row(name="example-file", place="11.4, the second X file",
        claim="a mesh of 300 vertices, of which vertex 300 is on a bone, and face 2 has the corners 3, 16 "
        "and 3420",
        how="read: the format counts vertices from 0, and another face of the example has the corner 0",
        measure=beyond,
        found=lambda m: ", ".join(f"{name}: {n}" for name, n in m["beyond"].items())
        + f"; the last vertex is {m['vertices'] - 1}",
        verdict=lambda m: CONTRADICTS if m["beyond"] else HOLDS,
        command="./ulna claims --only example-file"),
    Row(name="max-vertex-influences", place="11.7.2, GetMaxVertexInfluences",
        claim="returns the largest number of "
        "vertices that one bone has. The vendor: the most influences of any vertex "
        f"({DOCUMENTATION}GetMaxVertexInfluences; its pages of 2002 had neither: influences of a bone)",
        how=f"both numbers of {MODEL}; skin_info_test holds ulna to the vendor's",
        measure=influences, found=lambda m: f"{m['bone']} vertices on one bone, {m['vertex']} influences "
                                            "of a vertex",
        verdict=lambda m: HOLDS if m["bone"] == m["vertex"] else BY_VENDOR,
        command=f"./ulna inspect {MODELS / MODEL}"),
    Row(name="second-matrices", place="11.7 and 11.7.2, UpdateSkinnedMesh",
        claim="the second array, "
        "pBoneInvTransposeTransforms, takes the bone offset matrices. By its name and the vendor's "
        f"description ({DOCUMENTATION}UpdateSkinnedMesh) it takes inverse transposes",
        how=f"update_skinned_mesh of port {PORT}, which follows the vendor: a palette that stretches x by 2, "
        "position (1, 1, 0), normal (0.6, 0.8, 0)", measure=second_matrices,
        found=lambda m: "; ".join(f"{name}: position {point(v['position'])}, normal {point(v['normal'])}"
                                  for name, v in m.items()),
        verdict=lambda m: BY_VENDOR
        if m["offset"]["position"] == m["none"]["position"] else HOLDS,
        command="./ulna claims --only second-matrices"),
    *draw_plans.ROWS,
    *slips.CHAPTER_11,
    *sizes.CHAPTER_11,
)

SOURCE = Source("A textbook's chapter 11, *Skinned Meshes* (Direct3D 9)", ROWS)
