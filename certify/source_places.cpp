#include "certify/source_places.h"

#include "base/error.h"
#include "base/files.h"
#include "calls/session.h"
#include "code/code_map.h"
#include "code/decode.h"
#include "code/library.h"
#include "code/mutants.h"
#include "code/source_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace ulna {
namespace {

namespace fs = std::filesystem;

/// Of the system, or one of ulna's headers: what the author of a port did not write.
bool is_foreign(const std::string& file) {
  const fs::path path(file);
  const fs::path folder = path.parent_path();
  const auto is_of_adapter = [&] {
    return folder.filename() == "adapt" && folder.parent_path().filename() == "ulna";
  };
  const auto is_header = [&] {
    const fs::path name = path.filename();
    return folder.filename() == "ulna" &&
           (name == "adapt.h" || name == "port.h" || name == "approximations.h");
  };
  return code::is_of_the_system(file) || is_of_adapter() || is_header();
}

class Places {
public:
  Places(const PortReport& port, const Installation& installation, const Operation& op)
      : port_(port), installation_(installation), lines_(port.path),
        library_(approximations::read_library(file_)) {
    const PortInfo info = Session(port.path, installation.worker).port();
    entry_ = info.function(op);
    if (port.machine.empty() && targets().front().code_is_read)
      map_ = code::map_code(file_, {entry_});
  }

  std::optional<SourcePlace> of(const Finding& finding) const {
    const uint64_t known = finding.instruction;
    if (const uint64_t address = known ? known : instruction_of(finding))
      return of_instruction(address);
    return of_function();
  }

private:
  /// 0: no signal came from an instruction of the port.
  uint64_t instruction_of(const Finding& finding) const {
    if (finding.signal == 0 || !finding.before.empty() || finding.adversary ||
        !finding.witness.operation)
      return 0;
    uint64_t address = 0;
    const Case* const one[] = {&finding.witness};
    try {
      Session(port_.path, installation_.worker)
          .run(one, [&](size_t, const CallResult& result, const Outputs&) {
            if (result.end == CallResult::End::died && result.signal == finding.signal)
              address = result.fault.instruction;
          });
    } catch (const LoadCrash&) {
    } catch (const NotRun&) {
    }
    return is_of_port(address) ? address : 0;
  }

  /// By the sections of the file where they are read, else by the debug information.
  bool is_of_port(uint64_t address) const {
    const auto& code = library_.sections.empty() ? library_.executable : library_.sections;
    return code.empty()
               ? !lines_.functions_at(address).empty()
               : std::ranges::any_of(code, [&](const auto& r) { return r.holds(address); });
  }

  std::optional<SourcePlace> of_instruction(uint64_t address) const {
    const code::Place found = lines_.at(address);
    SourcePlace place;
    place.function = code::base_name(found.inlined.empty() ? found.function : found.inlined);
    // The symbols of other machines are not read; the last function is the one around the others.
    if (const auto functions = lines_.functions_at(address);
        place.function.empty() && !functions.empty())
      place.function = functions.back().function;
    place.file = found.file;
    place.line = uint64_t(found.line);
    if (place.function.empty()) place.function = fmt::format("{:#x}", address);
    put_code(address, place);
    return place;
  }

  /// The instructions beside it in memory, as far as they were found to be some.
  void put_code(uint64_t address, SourcePlace& place) const {
    constexpr ptrdiff_t kBefore = 6, kBehind = 4;
    const auto& all = map_.instructions;
    const auto at = std::ranges::find(all, address, &code::Instruction::address);
    if (at == all.end()) return;
    auto first = at, end = std::next(at);
    while (first != all.begin() && at - first < kBefore &&
           std::prev(first)->end() == first->address)
      --first;
    while (end != all.end() && end - at <= kBehind && std::prev(end)->end() == end->address) ++end;
    for (auto i = first; i != end; ++i)
      place.code.push_back(fmt::format("{:#x}  {}", i->address, code::text_of(*i)));
    place.at_fault = size_t(at - first);
  }

  /// The function that the port offers or, where that is the adapter's, the one that the author of
  /// the port has it call. Without debug information its symbol.
  std::optional<SourcePlace> of_function() const {
    const std::vector<code::Declared> offered = lines_.functions_at(entry_);
    if (!offered.empty() && !is_foreign(offered.back().file)) return place_of(offered.back());
    if (const auto own = called_by_adapter()) return place_of(*own);
    const code::Place entry = lines_.at(entry_);
    if (entry.function.empty()) return {};
    return SourcePlace{code::base_name(entry.function), entry.file, uint64_t(entry.line)};
  }

  static SourcePlace place_of(const code::Declared& function) {
    return {function.function, function.file, uint64_t(function.line)};
  }

  /// Inlined into the adapter's code, or called from there: the one that has most of it.
  std::optional<code::Declared> called_by_adapter() const {
    std::map<code::Declared, size_t> count;
    const auto count_outermost = [&](uint64_t address) {
      const std::vector<code::Declared> functions = lines_.functions_at(address);
      const auto own = std::find_if(functions.rbegin(), functions.rend(),
                                    [](const auto& f) { return !is_foreign(f.file); });
      if (own != functions.rend()) ++count[*own];
      return own != functions.rend();
    };
    for (const code::Block& block : map_.blocks) {
      const std::vector<code::Declared> functions = lines_.functions_at(block.address);
      if (functions.empty() || !is_foreign(functions.back().file)) continue;
      for (uint32_t i = block.first; i < block.first + block.count; ++i) {
        const code::Instruction& instruction = map_.instructions[i];
        if (count_outermost(instruction.address)) continue;
        if (const auto target = code::decode(instruction).target(instruction.address))
          count_outermost(*target);
      }
      // By way of the linker's table, since others may define it as well.
      for (const approximations::Symbol& symbol : library_.defined)
        if (!block.calls.empty() && symbol.name == block.calls) count_outermost(symbol.address);
    }
    const auto most = std::ranges::max_element(count, {}, [](const auto& f) { return f.second; });
    return most == count.end() ? std::nullopt : std::optional(most->first);
  }

  const PortReport& port_;
  const Installation& installation_;
  std::string file_ = read_file(port_.path);
  code::SourceLines lines_;
  approximations::Library library_;
  code::CodeMap map_;
  uint64_t entry_ = 0;
};

} // namespace

void find_source_places(const PortReport& port, const Installation& installation,
                        OperationReport& report) {
  if (report.findings.empty()) return;
  try {
    const Places places(port, installation, *report.operation);
    for (Finding& finding : report.findings) finding.place = places.of(finding);
  } catch (const LoadCrash&) {
  } catch (const NotRun&) {
  } catch (const BadInput&) { // the file is gone meanwhile
  }
}

} // namespace ulna
