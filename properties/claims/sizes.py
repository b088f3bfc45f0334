"""Rows: what a character takes in memory, by the structures that the sources describe."""
from row import FALSE, HOLDS, Row
from tools import MODELS

MODEL = "X/Testwuson.X"
VECTOR, MATRIX = 12, 64  # bytes: three floats, and 4x4
POSES = 10
OF_INFLUENCE = 8  # a weight, and a bone
HOW = f"{MODEL} (Debian's assimp-testmodels), counted: three floats for a position or a normal, "


def sizes(tools):
    bones = tools.model_json("inspect", MODEL)["bones"]
    remaps = tools.model_json("convert", MODEL, "--palette", "256", "--remaps")
    return {"bones": len(bones), "vertices": len(set(remaps["vertex_remap"])),
            "influences": sum(bone["vertices"] for bone in bones)}


def key_meshes(tools):
    m = sizes(tools)
    skin = 2 * VECTOR * m["vertices"] + OF_INFLUENCE * m["influences"]
    return {**m, "key meshes": POSES * 2 * VECTOR * m["vertices"], "skin": skin + POSES * MATRIX * m["bones"]}


def key_meshes_row(name, place, claim):
    return Row(name=name, place=place, claim=claim,
               how=HOW + f"16 for a matrix, 8 bytes for a weight and its bone; {POSES} poses as key meshes against one "
               "skin and a matrix for each bone in each pose. What is much is not stated: more than the skin takes",
               measure=key_meshes,
               found=lambda m: f"{m['vertices']:,} vertices on {m['bones']} bones: {m['key meshes']:,} bytes against "
                               f"{m['skin']:,}, {m['key meshes'] / m['skin']:.3g} times",
               verdict=lambda m: HOLDS if m["key meshes"] > m["skin"] else FALSE,
               command=f"./ulna claims --only {name}")


def systems(tools):
    m = sizes(tools)
    return {**m, "first": (2 * VECTOR + OF_INFLUENCE) * m["influences"],
            "second": 2 * VECTOR * m["vertices"] + OF_INFLUENCE * m["influences"]}


CHAPTER_11 = (
    key_meshes_row("key-meshes", "11.1",
                   "tweening \"can consume a good deal of memory\", as it stores a vertex buffer for each key pose"),
)

DAVIES = (
    key_meshes_row("key-frames", "Background",
                   "key-frame animation can be \"very memory intensive\" on models of high detail"),
    Row(name="two-systems", place="Matrix Palette Skinning",
        claim="the second system has a \"reduced memory footprint on models that have vertices weighted to numerous "
        "bones\": in the first, data grow with the influences",
        how=HOW + "8 bytes for a weight and its bone; the first system stores a vertex for each influence, the second "
        "each vertex once", measure=systems,
        found=lambda m: f"{m['influences']:,} influences of {m['vertices']:,} vertices: {m['first']:,} bytes against "
                        f"{m['second']:,}",
        verdict=lambda m: HOLDS if m["second"] < m["first"] else FALSE,
        command=f"./ulna inspect {MODELS / MODEL}"),
)
