#include "certify/operation.h"

#include "certify/contracts/contracts.h"
#include "certify/error.h"

#include <fmt/format.h>

namespace ulna {

std::span<const Operation* const> operations() {
  static const std::array all{
      &transform_verts(),
      &transform_verts_and_tangents(),
      &slerp_joints(),
      &lerp_joints(),
      &bone_offset_matrices(),
      &combine_bones(),
      &update_skinned_mesh(),
      &blend_vertices(),
      &blend_vertices_indexed(),
      &tween_verts(),
      &derive_bitangents(),
      &convert_to_blended_mesh(),
      &convert_to_indexed_blended_mesh(),
      &skin_sorted_verts(),
      &transform_verts_and_tangents_lod(),
      &skin_aos_verts(),
      &reorder_palette(),
      &skin_soa_verts(),
      &skin_interleaved_verts(),
      &skin_split_verts(),
  };
  return all;
}

const Operation* find_operation(std::string_view name) {
  for (const Operation* op : operations())
    if (op->name == name) return op;
  return nullptr;
}

const Operation& operation_named(std::string_view name) {
  if (const Operation* op = find_operation(name)) return *op;
  std::string names;
  for (const Operation* op : operations()) names += fmt::format(" {}", op->name);
  throw BadInput(fmt::format("no operation is called '{}'; there are:{}", name, names));
}

} // namespace ulna
