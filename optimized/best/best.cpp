#include "best.h"

#include "choose.h"

#include <cstring>

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
    for (size_t i = 0; i < num_operations; i++) {
      const size_t at = offset_of(i);
      if (origins[i])
        std::memcpy(reinterpret_cast<char*>(&port) + at,
                    reinterpret_cast<const char*>(origins[i]) + at, sizeof(void (*)()));
    }
  }
};

} // namespace

const ulna_port* best_port(void) {
  static const Best best;
  return &best.port;
}

const char* ulna_best_origin(size_t member, const char* cpu_features) {
  const size_t operation = (member - first_operation) / sizeof(void (*)());
  if (member < first_operation || operation >= num_operations) return nullptr;
  const ulna_port* origin = choose(cpu_features ? cpu_features : features_of_this_cpu())[operation];
  return origin ? origin->name : nullptr;
}
