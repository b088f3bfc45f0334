#include "best.h"

#include "choose.h"

namespace {

struct Best {
  ulna_port port = {};
  std::string features;

  Best() {
    const Origins origins = choose(features_of_this_cpu());
    features = features_needed(origins);
    port.struct_size = sizeof(ulna_port);
    port.name = "best";
    port.cpu_features = features.c_str();
    take_operations(port, origins);
  }
};

} // namespace

const ulna_port* best_port(void) {
  static const Best best;
  return &best.port;
}

const char* ulna_best_origin(size_t member, const char* cpu_features) {
  if (member < first_operation || operation_at(member) >= num_operations) return nullptr;
  const Origins origins = choose(cpu_features ? cpu_features : features_of_this_cpu());
  const ulna_port* origin = origins[operation_at(member)];
  return origin ? origin->name : nullptr;
}
