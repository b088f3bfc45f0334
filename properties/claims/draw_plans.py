"""Rows: where the textbook's chapter 11 contradicts itself about how a device draws (docs/drawing.md).
The chapter's decisions are here in our words, beside the operations that make them."""
from row import CONTRADICTS, HOLDS, Row, reading

PORT = "scalar"
BONES = 256
FACE_BONES = range(1, 13)  # more, the chapter says, no face has
TWO_BONES = (4, 10, None, None)  # the chapter's example of a subset


def code_of_chapter(last_index, face_bones, bones=BONES):
    """What its code makes of a mesh with normals (11.9.4): whether hardware draws it, and its palette."""
    if last_index + 1 < min(face_bones, 12):
        return False, min(BONES, bones)
    return True, min((last_index + 1) // 2, bones)


def too_small(last_indices, face_bones):
    """(last index, bones of a face) for which the code takes hardware, with a palette that does not hold
    the face."""
    for last in last_indices:
        for bones in face_bones:
            hardware, palette = code_of_chapter(last, bones)
            if hardware and palette < bones:
                yield last, bones


def palettes(tools, last_indices, face_bones):
    """How many those are, of how many, with the first, and how many of them choose_blending draws so."""
    found = list(too_small(last_indices, face_bones))
    ours = [tools.library(PORT).blending(last, bones, BONES) for last, bones in found]
    return {"all": len(last_indices) * len(face_bones), "too_small": len(found),
            "first": [*found[0], code_of_chapter(*found[0])[1]] if found else [],
            "ours": sum(one["form"] == "indexed" and not one["software"] and one["max_bones"] < bones
                        for one, (_, bones) in zip(ours, found))}


def palettes_text(m):
    if not m["too_small"]:
        return f"none of {m['all']:,}"
    last, bones, palette = m["first"]
    return (f"{m['too_small']:,} of {m['all']:,}: with last index {last} a face of {bones} gets a palette of "
            f"{palette}; choose_blending gives {m['ours'] or 'none'} of them too few")


def ends(numbers):
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def palette_row(name, place, claim, last_indices, face_bones):
    return Row(name=name, place=place, claim=claim,
               how="the decision that is printed, in our words, for a mesh with normals and "
                   f"{BONES} bones: last indices {last_indices[0]} to {last_indices[-1]}, faces of "
                   f"{face_bones[0]} to {face_bones[-1]} bones; choose_blending of port {PORT} for the same "
                   "(docs/drawing.md)",
               measure=lambda tools: palettes(tools, last_indices, face_bones), found=palettes_text,
               verdict=lambda m: CONTRADICTS if m["too_small"] else HOLDS,
               command=f"./ulna claims --only {name}")


def weights_of_chapter(row):
    """What its code sets for a subset (11.8.4): the last slot that is used, counted from 0."""
    return max(slot for slot, bone in enumerate(row) if bone is not None)


ROWS = (
    palette_row("palette-holds-a-face", "11.9.4, the text and its code",
                "with as many entries of the palette as a face has bones, 12 at most, hardware draws "
                "any face. The code asks whether the whole palette holds a face, and then converts for half "
                "of it, as the other half is for the normals", range(1, 256), FACE_BONES),
    palette_row("palette-of-none", "11.9.2 against the code of 11.9.4",
                "with MaxVertexBlendMatrixIndex 0 hardware has no indexed form. The code takes hardware "
                "where each face is on one bone", range(1), range(1, 2)),
    reading("software-palette", "11.9.3 against the code of 11.9.4",
            "software has 256 entries, \"128 if the mesh has vertex normals\"",
            "entries for a mesh with normals and 256 bones",
            {"the text": 128, "the code": code_of_chapter(0, 12)[1]},
            ours={f"choose_blending of port {PORT}":
                  lambda tools: tools.library(PORT).blending(0, 12, BONES)["max_bones"]}),
    reading("weights-of-two-bones", "11.8.4, the text against its code",
            "a subset of two bones, {4, 10, UINT_MAX, UINT_MAX}, needs \"two weights for its three matrix "
            "contributions\", D3DVBF_2WEIGHTS; in 11.8.3 two matrices need 1WEIGHTS",
            "weights that are set for these two bones",
            {"the text": 2, "the text of 11.8.3": 1, "the code": weights_of_chapter(TWO_BONES)},
            ours={f"plan_draws of port {PORT}": lambda tools: tools.library(PORT).blend_weights(TWO_BONES)}),
)
