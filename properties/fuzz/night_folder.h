// What tests of the overnight runner share: a folder of a night.
#pragma once

#include "base/error.h"
#include "base/files.h"
#include "fuzz/night/folder.h"
#include "fuzz/night/log.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdlib.h>

namespace ulna::night {

/// A folder of a night that is gone afterwards.
class NightFolder : public testing::Test {
protected:
  NightFolder() : folder_(temporary()), log_(folder_.log()) {}
  ~NightFolder() override { fs::remove_all(folder_.root()); }

  static std::string temporary() {
    std::string path = testing::TempDir() + "ulna-night-XXXXXX";
    if (!mkdtemp(path.data())) throw BadInput("no temporary folder");
    return path;
  }
  fs::path put(const fs::path& relative, const std::string& text) const {
    const fs::path path = folder_.root() / relative;
    write_file_whole(path.string(), text);
    return path;
  }
  /// The line with which it is refused.
  static std::string refusal(const std::function<void()>& action) {
    try {
      action();
    } catch (const BadInput& e) {
      EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
      return e.what();
    }
    return "accepted";
  }
  std::string log() const { return read_file(folder_.log().string()); }

  Folder folder_;
  Log log_;
};

} // namespace ulna::night
