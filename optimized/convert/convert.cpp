#include "convert.h"

#include "../common/had_memory.h"
#include "emit.h"
#include "plain_arithmetic.h"
#include "reduce.h"

#include <algorithm>

static Outcome convert_or_throw(Form form, const ulna_skinned_mesh& mesh,
                                const ulna_conversion_limits& limits, const ulna_blended_mesh& out,
                                ulna_conversion_counts& counts, SaveSubset save_subset) {
  const Outcome checked = check(form, mesh, limits);
  if (checked.code != ULNA_CONVERTED) return checked;
  InfluenceReader reader(mesh, limits);
  Skin skin = read_skin(mesh, reader);
  Patterns patterns = find_patterns(mesh, skin);
  const bool wide =
      std::any_of(patterns.patterns.begin(), patterns.patterns.end(),
                  [&](const Pattern& pattern) { return pattern.num_bones > limits.max_bones; });
  if (wide) {
    if (limits.max_bones < 3) {
      const uint32_t face = reduce_each(mesh, patterns, limits.max_bones, reader, skin);
      if (face != UINT32_MAX) return {ULNA_TOO_FEW_BONES, face};
    } else {
      reduce_together(mesh, patterns, limits.max_bones, reader, skin);
    }
    patterns = find_patterns(mesh, skin);
  }
  const Items items = find_items(patterns, skin.bones.size());
  const Cover found = cover(items, limits.max_bones, save_subset);
  emit(form, mesh, limits.max_bones, {skin, patterns, items, found}, out, counts);
  return {ULNA_CONVERTED, 0};
}

int32_t convert(Form form, const ulna_skinned_mesh& mesh, const ulna_conversion_limits& limits,
                const ulna_blended_mesh& out, ulna_conversion_counts& counts,
                SaveSubset save_subset) {
  const PlainArithmetic plain;
  Outcome outcome = {};
  const bool done =
      had_memory([&] { outcome = convert_or_throw(form, mesh, limits, out, counts, save_subset); });
  if (!done) outcome = {ULNA_OUT_OF_MEMORY, 0};
  if (outcome.code != ULNA_CONVERTED) counts.where = outcome.where;
  return outcome.code;
}
