// What tests of models share: the models of Assimp's own tests, and a folder.
#pragma once

#include "base/error.h"
#include "cases/make_case.h"
#include "models/load_model.h"
#include "models/model.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace ulna {

namespace fs = std::filesystem;

inline const fs::path kModels = ULNA_MODELS_DIR;

inline std::string read_bytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder of the test's own, also for the temporary files of what it calls.
class ModelTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(fs::is_directory(kModels))
        << kModels << " is missing; install it: apt-get install assimp-testmodels";
    std::string name = (fs::temp_directory_path() / "ulna-test-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    fs::create_directory(folder_ / "tmp");
    if (const char* old = std::getenv("TMPDIR")) old_tmpdir_ = old;
    setenv("TMPDIR", (folder_ / "tmp").c_str(), 1);
  }
  void TearDown() override {
    old_tmpdir_.empty() ? unsetenv("TMPDIR") : setenv("TMPDIR", old_tmpdir_.c_str(), 1);
    if (!folder_.empty()) fs::remove_all(folder_);
  }

  fs::path write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  fs::path write_script(const std::string& body) const {
    const fs::path path = write("importer.sh", "#!/bin/sh\n" + body + "\n");
    fs::permissions(path, fs::perms::owner_all);
    return path;
  }

  /// The line with which `load` refuses a file, or "" if it loads. Either way nothing may be left
  /// over.
  std::string refusal_by(const std::function<void()>& load, const fs::path& path) const {
    std::string line;
    try {
      load();
    } catch (const BadInput& e) {
      line = e.what();
      EXPECT_FALSE(line.empty());
      EXPECT_EQ(line.find_first_of("\r\n"), line.npos) << line;
      EXPECT_NE(line.find(path.stem().string().substr(0, 1)), line.npos) << line;
      EXPECT_LT(line.size(), 4000u);
    }
    EXPECT_TRUE(fs::is_empty(folder_ / "tmp")) << "left over after " << path << ": " << line;
    return line;
  }

  /// The same for load_model.
  std::string refusal(const fs::path& path, const std::string& importer = ULNA_IMPORTER,
                      double limit = 20) const {
    return refusal_by(
        [&] {
          for (const Case& c : load_model(path, importer, limit).cases) validate(c);
        },
        path);
  }

  fs::path folder_;
  std::string old_tmpdir_;
};

} // namespace ulna
