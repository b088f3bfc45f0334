// What the operations share that plan how a device of Direct3D 9 draws skinned meshes.
#pragma once

#include "cases/operation.h"

namespace ulna::drawing {

/// The order of Operation::integers: the members of ulna_device, then what an operation has of its
/// own. -1 stands for UINT32_MAX.
enum : int { kMaxBlendMatrices, kMaxBlendMatrixIndex, kVertexProcessing, kOwn };

/// The whole operation but its name, member, arrays, contract, arguments, rules, evaluator,
/// generator and what belongs to elements. Its first array is the output, its integers are those of
/// the device, and its record is the device.
Operation operation();

ulna_device device_of(const Case& c);

/// Throws BadInput unless vertices are processed somewhere.
void check_device(const Case& c);
void make_device_valid(Case& c);

/// A device of any limits, most of them near those that count.
void any_device(Case& c, Random& r);
/// The i-th of those that every mesh meets.
inline constexpr uint64_t kNumDevices = 96;
void some_device(Case& c, uint64_t i);

} // namespace ulna::drawing
