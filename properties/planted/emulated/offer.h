// What the planted ports for other machines have in common.
#pragma once

#include <ulna/port.h>

#include <cstdint>
#include <type_traits>

namespace ulna::planted {

// The description of a port with one operation.
template <class Operation>
const ulna_port* offer_on(const char* cpu_features, const char* name, Operation ulna_port::*member,
                          Operation kernel) {
  static ulna_port port{};
  port.struct_size = sizeof(ulna_port);
  port.name = name;
  port.cpu_features = cpu_features;
  port.*member = kernel;
  return &port;
}
template <class Operation>
const ulna_port* offer(const char* name, Operation ulna_port::*member, Operation kernel) {
  return offer_on("", name, member, kernel);
}

// Floats of a mesh, of which the vertices are an array.
inline float* floats(ulna_mesh_vertex* vertices) {
  return reinterpret_cast<float*>(vertices);
}
inline const float* floats(const ulna_mesh_vertex* vertices) {
  return reinterpret_cast<const float*>(vertices);
}
inline constexpr int64_t kFloats = sizeof(ulna_mesh_vertex) / sizeof(float);

inline float tweened(float a, float b, float t) {
  return a * (1 - t) + b * t;
}

} // namespace ulna::planted
