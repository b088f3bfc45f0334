// The contract of convert_to_blended_mesh: conversion.cpp, in its non-indexed form.

#include "operations/conversion/conversion.h"
#include "operations/list.h"
#include "operations/shared/generate.h"

namespace ulna {

const Operation& convert_to_blended_mesh() {
  static const Operation op = [] {
    Operation o = conversion::operation(false);
    o.name = "convert_to_blended_mesh";
    o.member = offsetof(ulna_port, convert_to_blended_mesh);
    o.generate = generate_convert_to_blended_mesh;
    o.num_edge_cases = num_conversion_edge_cases();
    return o;
  }();
  return op;
}

} // namespace ulna
