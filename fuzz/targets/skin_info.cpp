// Sequences of calls of SkinInfo, and of the same on a model that does it the slow and obvious way.
// The bytes are the program: each call takes what it needs, and zeros where they have ended.
#include "fuzz/broken.h"
#include "properties/reference/skin_info_model.h"

#include <cstring>

namespace {

using namespace ulna::skin_model;
using ulna::fuzz::broken;

constexpr size_t kMaxCalls = 100;
constexpr size_t kMaxSkins = 4;
constexpr size_t kMaxVertices = 6, kMaxBones = 5; // enough for every way in which they may meet

class Program {
public:
  Program(const uint8_t* data, size_t size) : at_(data), end_(data + size) {}

  bool ended() const { return at_ == end_; }
  uint8_t byte() { return at_ < end_ ? *at_++ : uint8_t{0}; }
  uint32_t below(size_t n) { return static_cast<uint32_t>(byte() % n); }

  /// What makes sums of one, what misses them by a little, what is wrong, and any bits.
  float weight() {
    constexpr float kWeights[] = {1,   0.5f,         0.25f,           0.75f,     0,
                                  -0., 1 + 0x1p-20f, 1 - 0x1p-20f,    -0.5f,     1 + 0x1p-19f,
                                  2,   0x1p-149f,    0x1.fffffep127f, kInfinity, -kInfinity};
    const uint32_t i = below(std::size(kWeights) + 1);
    if (i < std::size(kWeights)) return kWeights[i];
    uint32_t bits = 0;
    for (int k = 0; k < 4; ++k) bits = bits << 8 | byte();
    return std::bit_cast<float>(bits);
  }

  /// Vertices, and now and then what is none.
  uint32_t vertex(uint32_t num_vertices) {
    const uint8_t b = byte();
    return b == 255 ? UINT32_MAX : b % (num_vertices + 1 + (b >= 200));
  }

  Entries entries(uint32_t num_vertices) {
    Entries all(below(9));
    for (Entry& e : all) e = {vertex(num_vertices), weight()};
    return all;
  }

  std::string name() {
    std::string text(below(5), ' ');
    for (char& c : text) c = static_cast<char>(byte());
    return text;
  }

  std::vector<uint32_t> faces(uint32_t num_vertices) {
    std::vector<uint32_t> indices(3 * below(4));
    for (uint32_t& i : indices) i = vertex(num_vertices);
    return indices;
  }

private:
  const uint8_t* at_;
  const uint8_t* end_;
};

struct Pair {
  SkinInfo skin;
  Model model;
};

/// Both do the same or both refuse it.
void agree(const char* call, bool allowed, const std::function<void()>& on_skin,
           const std::function<void()>& on_model) {
  const auto refused = refusal(on_skin);
  if (refused.has_value() == allowed)
    broken(std::string(call) + (allowed ? " refuses: " + *refused : " takes what it must refuse"));
  if (refused && (refused->empty() || refused->find('\n') != refused->npos))
    broken(std::string(call) + ": the message is not one line");
  if (allowed) on_model();
}

void set_influences(Program& p, Pair& pair, uint32_t bone) {
  const Entries entries = p.entries(pair.model.num_vertices);
  std::vector<uint32_t> vertices;
  std::vector<float> weights;
  for (const Entry& e : entries) {
    vertices.push_back(e.vertex);
    weights.push_back(e.weight);
  }
  const uint8_t how = p.byte();
  const bool one_more = how % 16 == 15;
  const bool known = bone < pair.model.num_bones;
  const auto set = [&] { pair.model.entries[bone] = entries; };
  if (how < 128) {
    if (one_more) weights.push_back(0.5f);
    agree(
        "set_bone_influences", known && !one_more,
        [&] { pair.skin.set_bone_influences(bone, vertices, weights); }, set);
  } else {
    const uint32_t* v = how % 8 == 1 ? nullptr : vertices.data();
    const float* w = how % 8 == 2 ? nullptr : weights.data();
    agree(
        "set_bone_influences", known && (entries.empty() || (how % 8 != 1 && how % 8 != 2)),
        [&] { pair.skin.set_bone_influences(bone, entries.size(), v, w); }, set);
  }
}

/// The entries of a bone become a part of those of another, or of its own.
void set_from_itself(Program& p, Pair& pair, uint32_t bone) {
  if (pair.model.num_bones == 0) return;
  const uint32_t source = p.below(pair.model.num_bones);
  const BoneInfluences all = pair.skin.bone_influences(source);
  const size_t begin = p.below(all.vertices.size() + 1);
  const size_t count = p.below(all.vertices.size() - begin + 1);
  const Entries& of_model = pair.model.entries_of(source);
  const auto first = of_model.begin() + static_cast<std::ptrdiff_t>(begin);
  const Entries part(first, first + static_cast<std::ptrdiff_t>(count));
  agree(
      "set_bone_influences from its own", bone < pair.model.num_bones,
      [&] {
        pair.skin.set_bone_influences(bone, all.vertices.subspan(begin, count),
                                      all.weights.subspan(begin, count));
      },
      [&] { pair.model.entries[bone] = part; });
}

/// A new skin from influences vertex by vertex, mostly sound ones.
void from_vertices(Program& p, Pair& pair) {
  const uint32_t num_bones = p.below(kMaxBones + 1);
  std::vector<uint32_t> first;
  std::vector<ulna_influence> influences;
  if (p.byte() < 250) first.push_back(p.byte() == 255);
  const uint32_t num_vertices = p.below(kMaxVertices + 1);
  for (uint32_t v = 0; v < num_vertices; ++v) {
    for (uint32_t k = p.below(4); k > 0; --k) {
      const uint8_t b = p.byte();
      influences.push_back({b == 255 ? num_bones : b % std::max(num_bones, 1u), p.weight()});
    }
    first.push_back(static_cast<uint32_t>(influences.size()) + (p.byte() == 255));
  }
  bool allowed = !first.empty() && first[0] == 0 && first.back() == influences.size();
  for (size_t v = 1; v < first.size(); ++v) allowed &= first[v - 1] <= first[v];
  for (const ulna_influence& i : influences) allowed &= i.bone < num_bones;
  SkinInfo made(0, 0);
  agree(
      "from_vertices", allowed,
      [&] { made = SkinInfo::from_vertices(num_bones, first, influences); },
      [&] {
        Model model{static_cast<uint32_t>(first.size() - 1), num_bones};
        for (uint32_t v = 0; v + 1 < first.size(); ++v)
          for (uint32_t i = first[v]; i < first[v + 1]; ++i)
            model.entries[influences[i].bone].push_back({v, influences[i].weight});
        pair = {std::move(made), std::move(model)};
      });
}

void check(const Pair& pair, const std::vector<uint32_t>& indices) {
  const std::string question = difference(pair.skin, pair.model, indices);
  if (!question.empty()) broken("SkinInfo and its model do not agree: " + question);
  for (const SkinProblem& problem : pair.skin.validate()) {
    const std::string text = problem.text();
    if (text.empty() || text.find('\n') != text.npos) broken("a problem is not one line");
  }
}

void call(Program& p, std::vector<Pair>& pairs) {
  Pair& pair = pairs[p.below(pairs.size())];
  Model& model = pair.model;
  const uint8_t b = p.byte();
  const uint32_t bone = b == 255 ? UINT32_MAX : b % (model.num_bones + 1 + (b >= 200));
  const bool known = bone < model.num_bones;
  switch (p.below(9)) {
  case 0: {
    const std::string name = p.name();
    return agree(
        "set_bone_name", known, [&] { pair.skin.set_bone_name(bone, name); },
        [&] { model.names[bone] = name; });
  }
  case 1: {
    const ulna_mat44 matrix = numbered_matrix(p.weight());
    return agree(
        "set_bone_offset_matrix", known, [&] { pair.skin.set_bone_offset_matrix(bone, matrix); },
        [&] { model.offsets[bone] = matrix; });
  }
  case 2: {
    const float least = p.weight();
    return agree(
        "set_min_influence", least >= 0 && least < kInfinity,
        [&] { pair.skin.set_min_influence(least); }, [&] { model.min_influence = least; });
  }
  case 3: {
    Pair clone{pair.skin.clone(), model};
    if (pairs.size() < kMaxSkins) return pairs.push_back(std::move(clone));
    pairs[p.below(kMaxSkins)] = std::move(clone);
    return;
  }
  case 4:
    return from_vertices(p, pair);
  case 5:
    return set_from_itself(p, pair, bone);
  case 6:
    return check(pair, p.faces(model.num_vertices));
  default:
    return set_influences(p, pair, bone);
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Program p(data, size);
  const uint32_t num_vertices = p.below(kMaxVertices + 1), num_bones = p.below(kMaxBones + 1);
  std::vector<Pair> pairs{{SkinInfo(num_vertices, num_bones), {num_vertices, num_bones}}};
  for (size_t i = 0; i < kMaxCalls && !p.ended(); ++i) call(p, pairs);
  // Also those that a call on their clone must have left alone.
  for (const Pair& pair : pairs) check(pair, p.faces(pair.model.num_vertices));
  return 0;
}
