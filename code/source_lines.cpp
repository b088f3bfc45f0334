#include "code/source_lines.h"

#include "base/error.h"
#include "base/files.h"
#include "code/library.h"
#include "code/symbol_name.h"

#include <elfutils/libdwfl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include <dwarf.h>

namespace ulna::code {
namespace {

/// Debug information is looked for in the library itself: libdw's own search asks servers.
int find_none(Dwfl_Module* /*module*/, void** /*data*/, const char* /*name*/, Dwarf_Addr /*base*/,
              const char* /*file*/, const char* /*link*/, GElf_Word /*crc*/, char** /*found*/) {
  return -1;
}

const Dwfl_Callbacks kCallbacks{nullptr, find_none, dwfl_offline_section_address, nullptr};

/// A function whose code an address is in, as called where it was inlined.
struct Frame {
  std::string function; ///< its base name
  std::string file;     ///< where the address is in it
  int line = 0;
  Declared declared = {};
};

Frame called_in(Dwarf_Die* function, Dwarf_Die* unit) {
  Frame frame;
  Dwarf_Attribute attribute;
  Dwarf_Word file = 0, line = 0;
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  if (dwarf_formudata(dwarf_attr(function, DW_AT_call_file, &attribute), &file) != 0 ||
      dwarf_formudata(dwarf_attr(function, DW_AT_call_line, &attribute), &line) != 0 ||
      dwarf_getsrcfiles(unit, &files, &count) != 0 || file >= count)
    return frame;
  if (const char* name = dwarf_filesrc(files, file, nullptr, nullptr)) frame.file = name;
  frame.line = int(line);
  return frame;
}

std::string name_of(Dwarf_Die* function) {
  Dwarf_Attribute attribute;
  const char* name =
      dwarf_formstring(dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute));
  if (!name) name = dwarf_diename(function);
  return name ? base_name(demangled(name)) : std::string();
}

Declared declared(Dwarf_Die* function, std::string name) {
  Declared there{.function = std::move(name), .file = {}};
  const char* const file = dwarf_decl_file(function);
  if (file && dwarf_decl_line(function, &there.line) == 0) there.file = file;
  return there;
}

/// The functions that are inlined at an address, and last the one they are inlined into. The first
/// is at the place that the line table has.
std::vector<Frame> frames_at(Dwarf_Die* unit, Dwarf_Addr address, Frame innermost) {
  std::vector<Frame> frames;
  Dwarf_Die* scopes = nullptr;
  const int found = dwarf_getscopes(unit, address, &scopes);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> freed(scopes, std::free);
  const auto is_function = [](Dwarf_Die& die) {
    const int tag = dwarf_tag(&die);
    return tag == DW_TAG_inlined_subroutine || tag == DW_TAG_subprogram;
  };
  Dwarf_Die* const end = scopes + std::max(found, 0);
  Dwarf_Die* const first = std::find_if(scopes, end, is_function);
  if (first == end) return frames;
  // Those around the first as they lie in the code, not as they were declared.
  Dwarf_Die* around = nullptr;
  const int count = dwarf_getscopes_die(first, &around);
  const std::unique_ptr<Dwarf_Die, decltype(&std::free)> also_freed(around, std::free);
  Frame next = std::move(innermost);
  for (int i = 0; i < count; ++i) {
    if (!is_function(around[i])) continue;
    next.function = name_of(&around[i]);
    next.declared = declared(&around[i], next.function);
    frames.push_back(next);
    next = called_in(&around[i], unit);
  }
  return frames;
}

/// Where the unit was compiled; empty where it does not say.
std::filesystem::path folder_of(Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  const char* const folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  return folder ? folder : "";
}

} // namespace

std::string base_name(std::string demangled) {
  demangled.resize(std::min(demangled.find("::{lambda"), demangled.size()));
  constexpr std::string_view kUnnamed = "(anonymous namespace)";
  for (size_t at = 0; (at = demangled.find(kUnnamed)) != demangled.npos;)
    demangled.erase(at, kUnnamed.size());
  std::string name;
  int depth = 0; // of template arguments
  for (const char c : demangled) {
    if (c == '(' && depth == 0) break;
    if (c == '<') ++depth;
    if (depth == 0) name += c;
    if (c == '>') --depth;
    if (depth == 0 && (c == ':' || c == ' ')) name.clear();
  }
  return name;
}

bool is_of_the_system(const std::string& file) {
  for (const char* folder : {"/usr/include/", "/usr/lib/", "/usr/lib64/", "/usr/local/include/"})
    if (file.starts_with(folder)) return true;
  // Of compilers that are elsewhere.
  return file.find("/lib/gcc/") != file.npos || file.find("/lib/clang/") != file.npos;
}

struct SourceLines::Impl {
  /// Addresses of a unit of the debug information, as libdw has them.
  struct UnitRange {
    Dwarf_Addr begin, end;
    Dwarf_Die unit;
    Dwarf_Addr bias; ///< from the addresses of the unit to libdw's
  };

  std::string file;
  approximations::Library library;
  std::unique_ptr<Dwfl, decltype(&dwfl_end)> dwfl{nullptr, dwfl_end};
  Dwfl_Module* module = nullptr;
  Dwarf_Addr bias = 0; ///< what libdw adds to the addresses of the file
  std::vector<UnitRange> units;

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
    if (module) find_units();
  }

  /// By what each unit says of itself. The index of all (.debug_aranges), which libdw would ask, is
  /// left out by Clang.
  void find_units() {
    Dwarf_Addr to_libdw = 0;
    for (Dwarf_Die* unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &to_libdw));) {
      Dwarf_Addr base = 0, begin = 0, end = 0;
      for (ptrdiff_t at = 0; (at = dwarf_ranges(unit, at, &base, &begin, &end)) > 0;)
        units.push_back({begin + to_libdw, end + to_libdw, *unit, to_libdw});
    }
    std::ranges::sort(units, {}, &UnitRange::begin);
  }

  /// The unit of an address of the file, or nothing.
  UnitRange* unit_of(uint64_t address) {
    const Dwarf_Addr place = address + bias;
    const auto above = std::ranges::upper_bound(units, place, {}, &UnitRange::begin);
    if (above == units.begin()) return nullptr;
    UnitRange& range = *std::prev(above);
    return place < range.end ? &range : nullptr;
  }

  /// At least the line, of no function; empty where that is not known.
  std::vector<Frame> frames_at(uint64_t address) {
    UnitRange* const range = unit_of(address);
    if (!range) return {};
    const Dwarf_Addr in_unit = address + bias - range->bias;
    Dwarf_Line* line = dwarf_getsrc_die(&range->unit, in_unit);
    Frame innermost;
    const char* source = line ? dwarf_linesrc(line, nullptr, nullptr) : nullptr;
    if (!source || dwarf_lineno(line, &innermost.line) != 0 || innermost.line <= 0) return {};
    innermost.file = source;
    std::vector<Frame> frames = code::frames_at(&range->unit, in_unit, innermost);
    if (frames.empty()) frames.push_back(innermost); // an assembler tells of lines alone
    // GCC leaves names relative to the folder that it ran in.
    const std::filesystem::path folder = folder_of(&range->unit);
    for (Frame& frame : frames)
      for (std::string* const file_name : {&frame.file, &frame.declared.file})
        if (!file_name->empty()) *file_name = (folder / *file_name).lexically_normal();
    return frames;
  }
};

std::string Place::text(uint64_t address) const {
  if (function.empty()) return fmt::format("{:#x}", address);
  if (file.empty()) return fmt::format("{}+{:#x}", function, offset);
  const std::string name = inlined.empty() ? function : fmt::format("{} in {}", inlined, function);
  return fmt::format("{} ({}:{})", name, std::filesystem::path(file).filename().string(), line);
}

SourceLines::SourceLines(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}

SourceLines::~SourceLines() = default;

Place SourceLines::at(uint64_t address) const {
  Place place;
  if (const approximations::Symbol* symbol = approximations::function_at(impl_->library, address)) {
    place.function = demangled(symbol->name);
    place.offset = address - symbol->address;
  }
  const std::vector<Frame> frames = impl_->frames_at(address);
  if (frames.empty()) return place;
  place.file = frames.front().file, place.line = frames.front().line;
  for (const Frame& frame : frames) {
    if (frame.file.empty() || is_of_the_system(frame.file)) continue;
    place.file = frame.file, place.line = frame.line;
    if (frame.function != base_name(place.function)) place.inlined = frame.function;
    break;
  }
  return place;
}

std::vector<Declared> SourceLines::functions_at(uint64_t address) const {
  std::vector<Declared> all;
  for (Frame& frame : impl_->frames_at(address))
    if (!frame.declared.file.empty() && frame.declared.line > 0)
      all.push_back(std::move(frame.declared));
  return all;
}

} // namespace ulna::code
