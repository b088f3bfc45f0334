// Cases as text and as files: docs/case-format.md.
#pragma once

#include "cases/case.h"

namespace ulna {

/// The `.case` text of a case (docs/case-format.md). Floats are written as the shortest decimal
/// that reads back to the same bits, NaNs with their bits.
std::string write_case(const Case& c);

/// Reads what write_case wrote. `name` stands for the text in messages. Throws BadInput with one
/// line for a text that is truncated, altered, malformed or not valid.
Case read_case(std::string_view text, const std::string& name);

/// The same with files. Writing is all or nothing; both throw BadInput with one line.
Case load_case(const std::string& path);
void save_case(const Case& c, const std::string& path);

// For those who change the text of a case and read it again.

/// The number for the line "end CHECKSUM" behind this text, which ends with the line before it.
uint32_t case_checksum(std::string_view text);

/// read_case where the arrays together may take so many bytes, not the gigabyte of any case: a line
/// that says 'filled' is short, whatever the array's length.
Case read_case(std::string_view text, const std::string& name, size_t max_bytes);

} // namespace ulna
