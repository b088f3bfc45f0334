// Texts of cases: any bytes are refused in one line, or are a case that is written and read back.
#include "cases/case_file.h"
#include "base/error.h"
#include "cases/make_case.h"
#include "fuzz/broken.h"
#include "fuzz/text.h"

#include <optional>

namespace {

using namespace ulna;

constexpr size_t kMaxArrayBytes = size_t{1} << 16;

std::optional<Case> read(std::string_view text) {
  try {
    return read_case(text, "fuzzed.case", kMaxArrayBytes);
  } catch (const BadInput& e) {
    const std::string line = e.what();
    if (!line.starts_with("fuzzed.case:") || line.find_first_of("\r\n") != line.npos)
      fuzz::broken("a refusal is not one line with the name of the file");
    return std::nullopt;
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto c = read({reinterpret_cast<const char*>(data), size});
  if (!c) return 0;
  validate(*c);
  const std::string text = write_case(*c);
  const auto again = read(text);
  fuzz::require(again.has_value(), "a case that was read is refused when it is written");
  fuzz::require(same_input(*c, *again), "a case is another one when it is read again");
  fuzz::require(c->note == again->note, "a note changes when it is read again");
  fuzz::require(write_case(*again) == text, "a case is written in two ways");
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size,
                                          unsigned seed) {
  return fuzz::mutate_bytes_as_text(
      data, size, max_size, seed, [](Random& random) { return fuzz::fresh_case_text(random); },
      [](std::string text) { return fuzz::with_end_line(text); });
}
