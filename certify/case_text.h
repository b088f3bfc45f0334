// What those need who change the text of a case (certify/case.h) and read it again.
#pragma once

#include "certify/case.h"

namespace ulna {

/// The number for the line "end CHECKSUM" behind this text, which ends with the line before it.
uint32_t case_checksum(std::string_view text);

/// read_case where the arrays together may take so many bytes, not the gigabyte of any case: a line
/// that says 'filled' is short, whatever the array's length.
Case read_case(std::string_view text, const std::string& name, size_t max_bytes);

} // namespace ulna
