// Changes to texts for fuzzers: by lines, words and numbers, which those to bytes rarely hit upon.
#pragma once

#include "base/random.h"
#include "cases/operation.h"

#include <functional>
#include <string>
#include <string_view>

namespace ulna::fuzz {

/// Changes a text in one to four places: the engine's own mutation, which knows its dictionary;
/// lines and elements of JSON repeated, left out, put in place of others; a word or a number put in
/// place of another; numbers that programs stumble over. Never makes it longer than max_size.
void mutate_text(std::string& text, Random& random, size_t max_size);

/// The text of a case with its last line made right, or added: a change gets past the checksum.
std::string with_end_line(std::string_view case_text);

/// The text of a small case, made by the operation's generator, or by that of any.
std::string fresh_case_text(const Operation& op, Random& random);
std::string fresh_case_text(Random& random);

/// The body of LLVMFuzzerCustomMutator: changes the text in `data`, or now and then and where there
/// is none puts a fresh one in its place; then mends it, except for one in 32. Returns the size.
size_t mutate_bytes_as_text(uint8_t* data, size_t size, size_t max_size, unsigned seed,
                            const std::function<std::string(Random&)>& fresh,
                            const std::function<std::string(std::string)>& mend);

} // namespace ulna::fuzz
