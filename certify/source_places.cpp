#include "certify/source_places.h"

#include "base/files.h"
#include "calls/session.h"
#include "code/code_map.h"
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

/// Of the system, or of ulna's include/ulna and its adapt/: what the author of a port did not
/// write.
bool is_foreign(const std::string& file) {
  fs::path folder = fs::path(file).parent_path();
  if (folder.filename() == "adapt") folder = folder.parent_path();
  return file.starts_with("/usr/") || folder.filename() == "ulna";
}

/// The last part of a demangled name, without its arguments.
std::string short_name(std::string name) {
  name.resize(std::min(name.find('('), name.size()));
  const size_t scope = name.rfind("::");
  return scope == name.npos ? name : name.substr(scope + 2);
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
    place.function = short_name(found.inlined.empty() ? found.function : found.inlined);
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

  /// The outermost of the functions of the port's author, with the most instructions; without debug
  /// information the one that the port offers.
  std::optional<SourcePlace> of_function() const {
    std::map<code::Declared, size_t> count;
    for (const code::Instruction& i : map_.instructions) count_outermost(i.address, count);
    if (map_.instructions.empty()) count_outermost(entry_, count);
    const auto most = std::ranges::max_element(count, {}, [](const auto& f) { return f.second; });
    if (most != count.end())
      return SourcePlace{most->first.function, most->first.file, uint64_t(most->first.line)};
    const code::Place entry = lines_.at(entry_);
    if (entry.function.empty()) return {};
    return SourcePlace{short_name(entry.function), entry.file, uint64_t(entry.line)};
  }

  void count_outermost(uint64_t address, std::map<code::Declared, size_t>& count) const {
    std::vector<code::Declared> functions = lines_.functions_at(address);
    const auto own = std::find_if(functions.rbegin(), functions.rend(),
                                  [](const auto& f) { return !is_foreign(f.file); });
    if (own != functions.rend()) ++count[*own];
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
  }
}

} // namespace ulna
