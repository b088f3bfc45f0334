#include "cli/new_port_command.h"

#include "base/error.h"
#include "base/files.h"
#include "base/likely_name.h"
#include "cli/program.h"
#include "operations/list.h"
#include "report/table.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <sstream>
#include <vector>

namespace ulna {
namespace {

namespace fs = std::filesystem;

constexpr const char* kBuild = "build.sh"; // of each example; what it begins with is read here

/// A folder of examples/.
struct Example {
  std::string name;
  std::string build;                   ///< its build.sh
  std::vector<std::string> operations; ///< as that says

  bool has(const std::string& operation) const {
    return std::ranges::find(operations, operation) != operations.end();
  }
};

std::vector<std::string> words_behind(const std::string& label, const std::string& text) {
  const size_t at = text.find(label);
  if (at == text.npos) return {};
  std::istringstream line(text.substr(at + label.size(), text.find('\n', at) - at - label.size()));
  std::vector<std::string> words;
  for (std::string word; line >> word;) words.push_back(word);
  return words;
}

std::vector<Example> examples_in(const fs::path& folder) {
  std::vector<Example> all;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!fs::exists(entry.path() / kBuild, error)) continue;
    std::string build = read_file(entry.path() / kBuild);
    std::vector<std::string> operations = words_behind("# Operations:", build);
    all.push_back({entry.path().filename(), std::move(build), std::move(operations)});
  }
  if (all.empty())
    throw BadInput(
        fmt::format("{}: no examples there; build or install ulna again", folder.string()));
  std::ranges::sort(all, {}, &Example::name);
  return all;
}

std::vector<std::string_view> all_names(const std::vector<Example>& examples) {
  std::vector<std::string_view> names;
  for (const Example& example : examples) names.push_back(example.name);
  return names;
}

std::string names_of(const std::vector<Example>& examples) {
  return fmt::format("{}", fmt::join(all_names(examples), ", "));
}

const Example& chosen(const std::vector<Example>& examples, const NewPortOptions& options) {
  const auto found = std::ranges::find(examples, options.language, &Example::name);
  if (found == examples.end())
    throw BadInput(fmt::format(
        "--for {}: no example has this name; {}", options.language,
        did_you_mean(options.language, all_names(examples), "say one of " + names_of(examples))));
  if (options.operation.empty() || found->has(options.operation)) return *found;
  operation_named(options.operation); // or is none
  std::vector<Example> others = examples;
  std::erase_if(others, [&](const Example& e) { return !e.has(options.operation); });
  throw BadInput(fmt::format(
      "--op {}: the example for {} has {}; {}", options.operation, found->name,
      fmt::join(found->operations, ", "),
      others.empty() ? "no example has it: declare it as include/ulna/port.h does, in a port of "
                       "plain C or C++"
                     : "say --for " + names_of(others)));
}

/// Where the headers are for the port's author, in place of where they are for an example.
std::string with_headers(std::string build, const fs::path& headers) {
  const std::string kLine = "include=";
  const size_t at = build.find('\n' + kLine) + 1;
  const size_t end = build.find('\n', at);
  return build.replace(at, end - at, kLine + quoted(headers.string()));
}

} // namespace

void new_port_command(const NewPortOptions& options) {
  const fs::path own = fs::path(find_installation().tools).parent_path();
  const fs::path folder = own / "examples";
  const fs::path headers =
      fs::exists(own / "include") ? own / "include" : own.parent_path().parent_path() / "include";
  const std::vector<Example> examples = examples_in(folder);
  const Example& example = chosen(examples, options);
  if (options.out.empty()) throw BadInput("--out: name a new folder");
  if (std::error_code error; fs::exists(fs::symlink_status(options.out, error)))
    throw BadInput(fmt::format("--out {}: exists already; name a new folder", options.out));
  check_writable(options.out);
  for (const auto& entry : fs::directory_iterator(folder / example.name)) {
    const fs::path name = entry.path().filename();
    const std::string extension = name.extension();
    if (extension == ".so" || extension == ".o" || extension == ".a") continue; // built there
    write_file_whole(fs::path(options.out) / name,
                     name == kBuild ? with_headers(example.build, fs::canonical(headers))
                                    : read_file(entry.path()));
  }
  fs::permissions(fs::path(options.out) / kBuild,
                  fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  const std::string op = options.operation.empty() ? "" : " --op " + options.operation;
  const fs::path from_here = fs::path(options.out).is_absolute() ? "" : ".";
  fmt::print("{}: a port for {}. It needs {}. Put your functions in, and\n\n"
             "  {}\n  {} certify --port {}{}\n",
             options.out, example.name, fmt::join(words_behind("# Needs:", example.build), ", "),
             quoted((from_here / options.out / kBuild).string()), launcher(),
             quoted((from_here / options.out / "port.so").string()), op);
}

void add_new_port_command(CLI::App& app) {
  const auto options = std::make_shared<NewPortOptions>();
  NewPortOptions& o = *options;
  o.out = "my-port";
  CLI::App* command = app.add_subcommand(
      "new-port", "Write a small port to begin with: in C, C++, Rust, NASM, for GLM and others");
  command
      ->add_option(
          "--for", o.language,
          "a language or library: plain-c, c++, rust, nasm, bullet, cglm, eigen, glm, imath; or "
          "skinning, a kernel over arrays in C++")
      ->required();
  command->add_option("--op", o.operation, "an operation that it has to have");
  command->add_option("--out", o.out, "the new folder")->capture_default_str();
  command->callback([options] { new_port_command(*options); });
}

} // namespace ulna
