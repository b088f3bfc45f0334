// After an error the counts keep all but their highest bit, which no count has.
#include "../conversion.h"

namespace ulna::planted {
namespace {

int32_t kernel(const ulna_skinned_mesh* mesh, const ulna_conversion_limits* limits,
               const ulna_blended_mesh* out, ulna_conversion_counts* counts) {
  const int32_t code = convert<Convert>(mesh, limits, out, counts);
  if (code != ULNA_CONVERTED) counts->num_subsets &= 0x7fffffff;
  return code;
}

} // namespace
} // namespace ulna::planted

const ulna_port* ulna_port_v1() {
  using namespace ulna::planted;
  return offer("bug_kept_sign_on_error", &ulna_port::convert_to_blended_mesh, kernel);
}
