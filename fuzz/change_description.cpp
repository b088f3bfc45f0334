#include "fuzz/change_description.h"

#include "base/error.h"
#include "models/description.h"

namespace ulna::fuzz {
namespace {

template <class T>
void grow_or_shrink(std::vector<T>& list, const T& element, Random& random) {
  if (random.one_in(2)) {
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(random.below(list.size() + 1)), element);
  } else if (!list.empty()) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(random.below(list.size())));
  }
}

/// A number from the ends of what there is of a thing, or one beyond.
uint64_t end_of(size_t count, Random& random) {
  const uint64_t ends[] = {0, count == 0 ? 0 : count - 1, count};
  return random.pick(ends);
}

void change_problem(Description& d, Random& random) {
  constexpr const char* kKinds[] = {"weight_sum",      "no_influence",   "weight_not_finite",
                                    "negative_weight", "duplicate_bone", "vertex_out_of_range"};
  if (d.problems.empty() || random.one_in(3))
    grow_or_shrink(d.problems, ProblemDescription{random.pick(kKinds)}, random);
  if (d.problems.empty()) return;
  ProblemDescription& p = d.problems[random.below(d.problems.size())];
  if (random.one_in(2)) p.mesh = end_of(d.meshes.size(), random);
  if (random.one_in(2)) p.bone = static_cast<int64_t>(end_of(d.bones.size() + 1, random)) - 1;
}

void change_header(XHeaders& x, Random& random) {
  constexpr const char* kForms[] = {"", "text", "binary", "\x1b[2J"};
  if (random.one_in(4)) x.form = random.pick(kForms);
  if (x.headers.empty() || random.one_in(3))
    grow_or_shrink(x.headers, XSkinHeader{"mesh", "frame", {2, 2, 2}, "", {}}, random);
  x.count = random.one_in(4) ? 0 : x.headers.size() + random.below(2);
  if (x.headers.empty()) return;
  XSkinHeader& header = x.headers[random.below(x.headers.size())];
  if (random.one_in(2)) grow_or_shrink(header.claims, uint64_t{3}, random);
  if (random.one_in(2)) grow_or_shrink(header.has, uint64_t{3}, random);
  if (random.one_in(2)) header.malformed = random.one_in(2) ? "" : "n is \n, no number";
}

} // namespace

std::string change_description(const std::string& json, Random& random) {
  Description d;
  try {
    d = read_description(json);
  } catch (const BadInput&) {
    return json;
  }
  switch (random.below(6)) {
  case 0:
    grow_or_shrink(d.bones, {"bone", random.below(3)}, random);
    break;
  case 1:
    grow_or_shrink(d.meshes, {}, random);
    break;
  case 2:
  case 3:
    change_problem(d, random);
    break;
  case 4:
    change_header(d.x, random);
    break;
  default:
    grow_or_shrink(d.influences_per_vertex, uint64_t{random.below(3)}, random);
    d.skinned = !random.one_in(4);
  }
  return json_of(d, "model.x"); // on several lines
}

} // namespace ulna::fuzz
