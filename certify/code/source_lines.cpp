#include "certify/code/source_lines.h"

#include "certify/approximations/library.h"
#include "certify/code/symbol_name.h"
#include "certify/error.h"
#include "certify/files.h"

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <filesystem>

namespace ulna::code {
namespace {

/// Debug information is looked for in the library itself: libdw's own search asks servers.
int find_none(Dwfl_Module* /*module*/, void** /*data*/, const char* /*name*/, Dwarf_Addr /*base*/,
              const char* /*file*/, const char* /*link*/, GElf_Word /*crc*/, char** /*found*/) {
  return -1;
}

const Dwfl_Callbacks kCallbacks{nullptr, find_none, dwfl_offline_section_address, nullptr};

} // namespace

struct SourceLines::Impl {
  std::string file;
  approximations::Library library;
  std::unique_ptr<Dwfl, decltype(&dwfl_end)> dwfl{nullptr, dwfl_end};
  Dwfl_Module* module = nullptr;
  Dwarf_Addr bias = 0; ///< what libdw adds to the addresses of the file

  explicit Impl(const std::string& path) {
    try {
      file = read_file(path);
    } catch (const BadInput&) {
      return;
    }
    library = approximations::read_library(file);
    dwfl.reset(dwfl_begin(&kCallbacks));
    if (!dwfl) return;
    module = dwfl_report_offline(dwfl.get(), "", path.c_str(), -1);
    dwfl_report_end(dwfl.get(), nullptr, nullptr);
    if (module && !dwfl_module_getelf(module, &bias)) module = nullptr;
  }
};

std::string Place::text(uint64_t address) const {
  if (function.empty()) return fmt::format("{:#x}", address);
  if (file.empty()) return fmt::format("{}+{:#x}", function, offset);
  return fmt::format("{} ({}:{})", function, std::filesystem::path(file).filename().string(), line);
}

SourceLines::SourceLines(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}

SourceLines::~SourceLines() = default;

Place SourceLines::at(uint64_t address) const {
  Place place;
  if (const approximations::Symbol* symbol = approximations::function_at(impl_->library, address)) {
    place.function = demangled(symbol->name);
    place.offset = address - symbol->address;
  }
  if (!impl_->module) return place;
  if (Dwfl_Line* line = dwfl_module_getsrc(impl_->module, address + impl_->bias)) {
    const char* file = dwfl_lineinfo(line, nullptr, &place.line, nullptr, nullptr, nullptr);
    if (file && place.line > 0) place.file = file;
    if (place.file.empty()) place.line = 0;
  }
  return place;
}

} // namespace ulna::code
