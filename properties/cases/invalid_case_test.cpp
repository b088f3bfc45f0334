// Cases that break a rule of their contract about counts, offsets and indices are refused for that
// rule, whoever made them: a text, a fuzzer, a generator.
#include "base/error.h"
#include "cases/make_case.h"
#include "cases/operation.h"

#include <gmock/gmock.h>

#include <functional>
#include <ostream>

namespace ulna {
namespace {

using testing::HasSubstr;

size_t array_named(const Operation& op, std::string_view name) {
  for (size_t a = 0; a < op.arrays.size(); ++a)
    if (op.arrays[a].name == name) return a;
  throw InternalError("no such array");
}

size_t integer_named(const Operation& op, std::string_view name) {
  for (size_t i = 0; i < op.integers.size(); ++i)
    if (op.integers[i] == name) return i;
  throw InternalError("no such integer");
}

/// Makes one array longer by a number of words, or shorter.
auto grow(const char* array, int words) {
  return [=](Case& c) {
    Array& a = c.arrays[array_named(*c.operation, array)];
    a.resize(size_t(int64_t(a.size()) + 4 * words));
  };
}

auto set_word(const char* array, size_t word, uint32_t value) {
  return [=](Case& c) { c.arrays[array_named(*c.operation, array)].set_word(word, value); };
}

auto set_integer(const char* name, int32_t value) {
  return [=](Case& c) { c.integers[integer_named(*c.operation, name)] = value; };
}

/// Eight vertices of a buffer, whatever its format says of them.
auto buffer(std::vector<int32_t> integers) {
  return [=](Case& c) {
    c.integers = integers;
    for (size_t a = 0; a < 2; ++a) c.arrays[a].resize(8 * c.operation->arrays[a].element_size(c));
  };
}

struct Invalid {
  const char* title;
  const char* operation;
  std::function<void(Case&)> change;
  const char* message;
};

void PrintTo(const Invalid& invalid, std::ostream* out) {
  *out << invalid.title;
}

class InvalidCase : public testing::TestWithParam<Invalid> {};

/// A valid case that has something of everything.
Case full_case(const Operation& op) {
  for (uint64_t i = 0; i < op.num_edge_cases + 2000; ++i) {
    Case c = op.generate(1, i);
    bool full = op.size(c) >= 3;
    for (const Array& a : c.arrays) full = full && a.words() >= 3;
    if (full) return c;
  }
  throw InternalError("no case has something of everything");
}

TEST_P(InvalidCase, IsRefusedForItsReason) {
  Case c = full_case(operation_named(GetParam().operation));
  ASSERT_NO_THROW(validate(c));
  GetParam().change(c);
  try {
    validate(c);
    ADD_FAILURE() << "taken";
  } catch (const BadInput& e) {
    EXPECT_THAT(e.what(), HasSubstr(GetParam().message));
    EXPECT_EQ(std::string_view(e.what()).find('\n'), std::string_view::npos);
  }
}

/// The first two vertices, of one influence each, become one of two: the weights.
std::span<ulna_joint_weight> merge_first_vertices(Case& c) {
  for (const auto& [array, element] : {std::pair{"verts", 48}, std::pair{"base", 3 * 16}}) {
    Array& a = c.arrays[array_named(*c.operation, array)];
    a.resize(a.size() - size_t(element));
  }
  const auto weights = c.arrays[array_named(*c.operation, "weights")].as<ulna_joint_weight>();
  weights[0].next_vertex_offset = 24;
  return weights;
}

const Invalid kInvalid[] = {
    {"PartOfAnElement", "tween_verts", grow("dst", -1), "dst: an impossible length"},
    {"OneElementMore", "combine_bones", grow("palette", 16), "elements, but"},
    {"OneMatrixMore", "bone_offset_matrices", grow("offset", 16),
     "offset: must have as many matrices as there are parents"},
    {"AParentThatComesLater", "bone_offset_matrices", set_word("parents", 1, 1),
     "parents: that of bone 1 is 1, must be -1 or an earlier bone"},
    {"AParentOfMinusTwo", "bone_offset_matrices", set_word("parents", 1, uint32_t(-2)),
     "parents: that of bone 1 is -2"},
    {"AStrideThatIsOdd", "update_skinned_mesh", set_integer("src_stride", 35),
     "src_stride: 35, must be a multiple of 4"},
    {"AStrideOfZero", "update_skinned_mesh", set_integer("dst_stride", 0),
     "dst_stride: 0, must be a multiple of 4"},
    {"NormalsAreMaybe", "update_skinned_mesh", set_integer("has_normals", 2),
     "has_normals: 2, must be 0 or 1"},
    {"AStrideTooShortForNormals", "update_skinned_mesh",
     [](Case& c) {
       c.integers[integer_named(*c.operation, "has_normals")] = 1;
       c.integers[integer_named(*c.operation, "src_stride")] = 12;
       c.arrays[array_named(*c.operation, "src")].resize(0);
     },
     "src_stride: 12, must be at least 24"},
    {"OneVertexMoreToWrite", "update_skinned_mesh",
     [](Case& c) {
       const size_t dst = array_named(*c.operation, "dst");
       c.arrays[dst].resize(c.arrays[dst].size() + c.operation->arrays[dst].element_size(c));
     },
     "vertices, must be as many as src"},
    {"ListsThatEndInTheAir", "update_skinned_mesh", grow("first_influence", -1),
     "first_influence: "},
    {"ListsThatFall", "update_skinned_mesh", set_word("first_influence", 1, 1u << 30),
     "is more than"},
    {"ListsBeyondTheInfluences", "update_skinned_mesh", grow("influences", -2),
     "first_influence: it ends at"},
    {"ABoneBeyondThePalette", "update_skinned_mesh", set_word("influences", 0, 1u << 20),
     "influences: entry 0 has bone 1048576, must be below"},
    {"OneMatrixOfNormalsMore", "update_skinned_mesh", grow("normal_palette", 16),
     "normal_palette: "},
    {"FourWeights", "blend_vertices", set_integer("num_weights", 4),
     "num_weights: 4, must be from 0 to 3"},
    {"OneMatrixLess", "blend_vertices", grow("matrices", -16), "must be num_weights + 1"},
    {"OneVertexMore", "blend_vertices_indexed",
     [](Case& c) {
       c.arrays[0].resize(c.arrays[0].size() + c.operation->arrays[0].element_size(c));
     },
     "vertices, must be as many as src"},
    {"MoreWeightsReadThanStored", "blend_vertex_buffer", buffer({64, 64, 1, 2, 0, 0}),
     "num_weights: 2, must be from 0 to 1"},
    {"AVertexThatItsFormatIsLongerThan", "blend_vertex_buffer", buffer({64, 36, 3, 0, 1, 1}),
     "src_stride: 36, must be at least 40"},
    {"APositionWithoutRoomForItsNormal", "blend_vertex_buffer", buffer({20, 64, 3, 0, 1, 1}),
     "dst_stride: 20, must be at least 24"},
    {"ABufferWithAPaletteOf300", "blend_vertex_buffer",
     [](Case& c) {
       buffer({24, 40, 3, 0, 1, 1})(c);
       c.arrays[array_named(*c.operation, "matrices")].resize(300 * sizeof(ulna_mat44));
     },
     "matrices: 300 matrices, must be at most 256"},
    {"APaletteOf300", "blend_vertices_indexed",
     [](Case& c) {
       c.arrays[array_named(*c.operation, "palette")].resize(300 * sizeof(ulna_mat44));
     },
     "palette: 300 matrices, must be at most 256"},
    {"AnIndexBeyondThePalette", "blend_vertices_indexed",
     [](Case& c) {
       c.integers[integer_named(*c.operation, "num_weights")] = 3;
       c.arrays[array_named(*c.operation, "palette")].resize(sizeof(ulna_mat44));
       c.arrays[array_named(*c.operation, "src")].as<ulna_blend_vertex>()[2].indices[1] = 1;
     },
     "must be below 1"},
    {"NoInfluence", "skin_aos_verts", set_integer("num_influences", 0),
     "num_influences: 0, must be from 1 to 4"},
    {"FiveInfluences", "skin_soa_verts", set_integer("num_influences", 5),
     "num_influences: 5, must be from 1 to 4"},
    {"OneMeshVertexMore", "skin_aos_verts", grow("dst", 6), "dst: "},
    {"OneNormalMore", "skin_aos_verts", grow("normals", 3), "must be"},
    {"OneStreamIsShort", "skin_soa_verts", grow("ny", -1), "ny: "},
    {"OneByteMore", "skin_soa_verts", grow("joint_indices", 1), "num_influences for each vertex"},
    {"OneShareLess", "skin_aos_verts", grow("joint_weights", -1), "joint_weights: "},
    {"AJointThatIsNone", "skin_soa_verts", set_word("joint_indices", 0, 256),
     "joint_indices: entry 0 is 256, must be below"},
    {"APaletteOf257", "skin_aos_verts",
     [](Case& c) {
       c.arrays[array_named(*c.operation, "palette")].resize(257 * sizeof(ulna_mat44));
     },
     "palette: 257 matrices, must be at most 256"},
    {"JointsOf257", "skin_soa_verts",
     [](Case& c) {
       c.arrays[array_named(*c.operation, "joints")].resize(257 * sizeof(ulna_joint_mat));
     },
     "joints: 257 matrices, must be at most 256"},
    {"OneJointTooMany", "reorder_palette", grow("joints", 12), "elements, but"},
    {"AWayIntoTheNextVertex", "transform_verts_and_tangents_lod",
     [](Case& c) { merge_first_vertices(c)[0].next_vertex_offset = 36; },
     "weights: entry 0 has next_vertex_offset 36, must be 24"},
    {"AJointThatTakesNoPartAndIsNotThere", "transform_verts_and_tangents_lod",
     [](Case& c) { merge_first_vertices(c)[1].joint_mat_offset = 48 << 24; },
     "weights: entry 1 has joint_mat_offset 805306368, must be a multiple of 48 below"},
    {"ThreeCounts", "skin_sorted_verts", grow("counts", -1), "counts: 3 elements, must be 4"},
    {"ACountBelowZero", "skin_sorted_verts", set_word("counts", 1, uint32_t(-1)),
     "counts: -1, must not be below 0"},
    {"CountsOfOtherVertices", "skin_sorted_verts", set_word("counts", 0, INT32_MAX),
     "src_positions"},
    {"OnePositionMoreToWrite", "skin_sorted_verts", grow("positions", 4), "positions: "},
    {"OneNormalLessToWrite", "skin_sorted_verts", grow("normals", -4), "normals: "},
    {"OneSourceNormalMore", "skin_sorted_verts", grow("src_normals", 4), "src_normals: "},
    {"OneJointMore", "skin_sorted_verts", grow("joint_indices", 1), "joint_indices: "},
    {"OneWeightLess", "skin_sorted_verts", grow("joint_weights", -1), "joint_weights: "},
    {"AJointBeyondThePalette", "skin_sorted_verts", set_word("joint_indices", 1, 65536),
     "joint_indices: entry 1 is 65536, must be below"},
    {"NoPalette", "skin_sorted_verts",
     [](Case& c) { c.arrays[array_named(*c.operation, "palette")].resize(0); },
     "but palette is empty"},
    {"APaletteOf65537", "skin_sorted_verts",
     [](Case& c) {
       c.arrays[array_named(*c.operation, "palette")].resize(65537 * sizeof(ulna_mat44));
     },
     "palette: 65537 matrices, must be at most 65536"},
    {"OneVertexMoreToSkin", "skin_split_verts", grow("src", 6), "dst: "},
    {"OneVertexLessToRead", "skin_interleaved_verts", grow("src", -8), "as many as src"},
    {"HalfATextureCoordinate", "skin_interleaved_verts", grow("dst", -1),
     "dst: an impossible length"},
    {"ThreeJointsOfAVertex", "skin_split_verts", grow("joint_indices", -1), "four for each vertex"},
    {"FiveSharesOfAVertex", "skin_interleaved_verts", grow("joint_weights", 1), "joint_weights: "},
    {"AJointThat16BitsDoNotHold", "skin_split_verts", set_word("joint_indices", 2, 65536),
     "joint_indices: entry 2 is 65536, must be below"},
    {"MatricesThat16BitsDoNotName", "skin_interleaved_verts",
     [](Case& c) {
       c.arrays[array_named(*c.operation, "palette")].resize(65537 * sizeof(ulna_mat44));
     },
     "palette: 65537 matrices, must be at most 65536"},
    {"OneAttributeLess", "convert_to_blended_mesh", grow("attributes", -1), "indices: "},
    {"OneNeighbourLess", "convert_to_blended_mesh", grow("adjacency", -3), "adjacency: "},
    {"InfluencesThatFall", "convert_to_indexed_blended_mesh",
     set_word("first_influence", 1, 1u << 30), "first_influence: must rise from 0"},
    {"FewerThanNoBones", "convert_to_indexed_blended_mesh", set_integer("num_bones", -1),
     "num_bones: negative"},
};

INSTANTIATE_TEST_SUITE_P(All, InvalidCase, testing::ValuesIn(kInvalid),
                         [](const auto& test) { return std::string(test.param.title); });

// Found by fuzzing: without vertices any number of matrices is valid, and what is made smaller must
// not count on one for each slot.
TEST(ValidCase, OfNoVerticesIsMadeSmallerWhateverItsMatrices) {
  const Operation& op = operation_named("blend_vertices");
  Case c = make_case(op);
  c.integers[integer_named(op, "num_weights")] = 3;
  c.arrays[array_named(op, "matrices")].resize(sizeof(ulna_mat44));
  ASSERT_NO_THROW(validate(c));
  const std::vector<Reduction> smaller = op.reductions(c);
  EXPECT_FALSE(smaller.empty());
  for (const Reduction& s : smaller) EXPECT_NO_THROW(validate(s()));
}

} // namespace
} // namespace ulna
