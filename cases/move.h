// A change that the fuzzer makes of a case.
#pragma once

#include "base/random.h"
#include "cases/operation.h"

namespace ulna {

struct Move {
  const char* name;
  /// How often it is made, relative to the others that apply.
  unsigned share;
  /// Changes a valid case, which make_valid() makes valid again. Returns whether it found something
  /// to change.
  bool (*apply)(Case&, Random&);
  /// Whether there are cases of the operation in which it may find something to change. Null: of
  /// all to which the list belongs.
  bool (*applies)(const Operation&) = nullptr;
};

} // namespace ulna
