// What the tests of the corpus share: entries, refusals, and folders that come and go.
#pragma once

#include "base/error.h"
#include "base/files.h"
#include "certify/certify.h"
#include "certify/port_names.h"
#include "corpus/store.h"
#include "properties/support.h"
#include "report/machine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>

namespace ulna::corpus {

namespace fs = std::filesystem;
using testing::HasSubstr;

inline const Operation& slerp() {
  return operation_named("slerp_joints");
}

inline std::string builtin(const std::string& port) {
  return port_path(port, test_installation());
}
inline std::string planted(const std::string& port) {
  return std::string(ULNA_PLANTED_DIR) + "/" + port + ".so";
}

inline const std::string& tables_here() {
  static const std::string tables = tables_of(this_machine());
  return tables;
}

inline Provenance regression(const std::string& port,
                             FindingKind kind = FindingKind::out_of_bound) {
  Provenance from;
  from.shelf = Shelf::regressions;
  from.port = port;
  from.finding = kind;
  from.tables = tables_here();
  from.found = "2026-11-21";
  from.by = "a test";
  return from;
}

inline Provenance worst(const std::string& port, double fraction) {
  Provenance from = regression(port);
  from.shelf = Shelf::worst;
  from.fraction = fraction;
  from.contract = slerp().contract.version;
  return from;
}

/// An ordinary case: eleven joints.
inline Case some_case() {
  return slerp().generate(1, 88);
}

inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const BadInput& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos) << e.what();
    return e.what();
  }
  return "accepted";
}

class CorpusFolder : public testing::Test {
protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "ulna-corpus-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    dir_ = name;
  }
  void TearDown() override { fs::remove_all(dir_); }

  /// Writes the entries, and returns them as they are read.
  std::vector<Entry> write(std::vector<Entry> entries) {
    Changes changes{std::move(entries), {}};
    commit(changes, dir_);
    return load(dir_);
  }

  /// Every file below the folder, and what is in it.
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(dir_))
      if (entry.is_regular_file()) all[entry.path()] = read_file(entry.path());
    return all;
  }

  std::string dir_;
};

} // namespace ulna::corpus
