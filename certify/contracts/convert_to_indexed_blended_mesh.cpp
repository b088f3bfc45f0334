// The contract of convert_to_indexed_blended_mesh.

#include "certify/contracts/contracts.h"
#include "certify/contracts/conversion.h"
#include "certify/generate/generate.h"

namespace ulna {

const Operation& convert_to_indexed_blended_mesh() {
  static const Operation op = [] {
    Operation o = conversion::operation(true);
    o.name = "convert_to_indexed_blended_mesh";
    o.member = offsetof(ulna_port, convert_to_indexed_blended_mesh);
    o.contract = {
        .version = 1,
        .summary = "a skinned mesh cut into subsets of at most max_bones bones; weight k of a "
                   "vertex belongs to bone indices[k] of its subset",
        .domain = "any indices, attributes, adjacency, bones, weights and limits: what is wrong is "
                  "returned as a code, with the number of the face, influence or vertex; "
                  "first_influence rises from 0 to the number of influences; max_influences 1 to "
                  "4, max_bones 1 to 256; no denormal weight where the caller flushes",
        .footprint =
            "reads mesh, limits and out, and the arrays of mesh; writes the arrays of out, which "
            "hold 3 vertices and a subset for each face, and counts; on an error nothing but "
            "counts.where. Beyond the counts the arrays of out may be scribbled on",
        .bound = "valid as docs/conversion.md says, clauses 1 to 9; weights within 2^-23 of their "
                 "targets. The number of subsets and the weight lost are reported, not judged",
        .source = "a textbook chapter on skinned meshes in Direct3D 9; the documentation of D3DX; "
                  "docs/conversion.md where they are silent",
    };
    o.generate = generate_convert_to_indexed_blended_mesh;
    o.num_edge_cases = num_conversion_edge_cases();
    return o;
  }();
  return op;
}

} // namespace ulna
