// ulna-import FILE OUT_DIR [--seed N | --describe | --mesh]
//
// Reads a model, writes its cases into a folder and prints a summary, one line of JSON. With
// --describe it prints a description (models/description.h) of the file as it is instead, and
// writes nothing; with --mesh the same, and writes all skinned meshes as one into mesh.case. The
// judge runs it as a child process: a damaged file crashes or hangs Assimp, and that must end here.
#include "base/error.h"
#include "base/files.h"
#include "base/sanitizers.h"
#include "base/text.h"
#include "models/import/cases.h"
#include "models/import/describe.h"
#include "models/import/read_character.h"
#include "models/import/x_header.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <charconv>
#include <cstdio>
#include <filesystem>
#include <new>

#ifdef ULNA_ADDRESS_SANITIZER
// Assimp leaks on files that it refuses; that is no finding about us.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_leaks=0";
}
#endif

namespace {

using ulna::BadInput;

struct Options {
  std::string file, folder;
  uint64_t seed = 0;
  bool describe = false, mesh = false;
};

constexpr const char* kUsage = "usage: ulna-import FILE OUT_DIR [--seed N | --describe | --mesh]";
constexpr size_t kMaxTextBytes = size_t{1} << 28; ///< of a file that is read for its header

Options parse(int argc, char** argv) {
  Options options;
  std::vector<std::string> places;
  bool only_places = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!only_places && argument == "--") {
      only_places = true;
    } else if (!only_places && argument == "--seed" && i + 1 < argc) {
      const std::string_view text = argv[++i];
      const auto r = std::from_chars(text.data(), text.data() + text.size(), options.seed);
      if (r.ec != std::errc{} || r.ptr != text.data() + text.size()) throw BadInput(kUsage);
    } else if (!only_places && argument == "--describe") {
      options.describe = true;
    } else if (!only_places && argument == "--mesh") {
      options.describe = options.mesh = true;
    } else {
      places.emplace_back(argument);
    }
  }
  if (places.size() != 2) throw BadInput(kUsage);
  options.file = places[0];
  options.folder = places[1];
  return options;
}

std::string to_json(const ulna::importer::Summary& s) {
  return nlohmann::json{{"vertices", s.vertices},
                        {"joints", s.joints},
                        {"influences", s.influences},
                        {"max_influences_per_vertex", s.max_influences},
                        {"meshes", s.meshes},
                        {"clips", s.clips},
                        {"synthetic", s.synthetic},
                        {"synthetic_rig", s.synthetic_rig},
                        {"cases", s.cases}}
      .dump();
}

std::string describe(const Options& options) {
  namespace importer = ulna::importer;
  const auto character = importer::read_character(options.file, importer::Rig::as_it_is);
  ulna::Description description = importer::describe(character);
  description.x = importer::read_x_headers(ulna::read_file(options.file, kMaxTextBytes));
  importer::compare_claims(character, description, description.x);
  if (options.mesh) importer::write_mesh(character, options.folder + "/mesh.case");
  return ulna::json_of(description);
}

std::string write_cases(const Options& options) {
  namespace importer = ulna::importer;
  const auto character = importer::read_character(options.file, importer::Rig::made);
  const std::string name = std::filesystem::path(options.file).filename().string();
  return to_json(importer::write_cases(character, name, options.folder, options.seed));
}

int run(const Options& options) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(options.file, error))
    throw BadInput("no such file; check the path");
  fmt::print("{}\n", options.describe ? describe(options) : write_cases(options));
  return std::fflush(stdout) == 0 ? 0 : 2;
}

void complain(const std::string& file, const std::string& what) {
  fmt::print(stderr, "ulna-import: {}{}{}\n", ulna::printable(file, 1000), file.empty() ? "" : ": ",
             ulna::printable(what, 1000));
}

} // namespace

int main(int argc, char** argv) {
  Options options;
  try {
    options = parse(argc, argv);
    return run(options);
  } catch (const std::bad_alloc&) {
    complain(options.file, "it needs more memory than there is; reduce the model");
  } catch (const std::exception& e) {
    complain(options.file, e.what());
  } catch (...) {
    complain(options.file, "Assimp failed; export it again");
  }
  return 2;
}
