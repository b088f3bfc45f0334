// Nights that share their corpora, with writers that are killed and files that are none of theirs.
#include "fuzz/night/share.h"

#include "base/random.h"
#include "fuzz/night/corpus.h"
#include "properties/fuzz/night_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ulna::night {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ShareTest : public NightFolder {
protected:
  ShareTest() { make_folder(folder_.corpus("t")); }
  ~ShareTest() override { fs::remove_all(shared_); }

  fs::path add(const Folder& folder, const std::string& bytes) const {
    const fs::path file = folder.corpus("t") / input_name(bytes);
    write_file_whole(file.string(), bytes);
    return file;
  }
  void add_shared(const std::string& name, const std::string& bytes) const {
    write_file_whole((fs::path(shared_) / "t" / name).string(), bytes);
  }

  const std::string shared_ = temporary();
};

TEST_F(ShareTest, GivesAndTakesWhatTheOtherDoesNotHave) {
  const std::string other_root = temporary();
  const Folder other(other_root);
  make_folder(other.corpus("t"));
  add(folder_, "one");
  add(other, "two");
  Share ours(shared_), theirs(shared_);
  ours.exchange(folder_, "t", log_);
  theirs.exchange(other, "t", log_);
  ours.exchange(folder_, "t", log_);
  for (const Folder* folder : std::array<const Folder*, 2>{&folder_, &other})
    for (const char* bytes : {"one", "two"})
      EXPECT_EQ(read_file((folder->corpus("t") / input_name(bytes)).string()), bytes);
  EXPECT_THAT(log(), HasSubstr("t: 1 inputs shared, 1 taken over"));
  fs::remove_all(other_root);
}

TEST_F(ShareTest, IsNothingWithoutAFolder) {
  add(folder_, "one");
  Share().exchange(folder_, "t", log_);
  EXPECT_THAT(files_in(folder_.corpus("t")), SizeIs(1));
}

TEST_F(ShareTest, DoesNotTakeAgainWhatAMergeDropped) {
  const fs::path file = add(folder_, "one");
  Share share(shared_);
  share.exchange(folder_, "t", log_);
  fs::remove(file);
  share.exchange(folder_, "t", log_);
  EXPECT_THAT(files_in(folder_.corpus("t")), IsEmpty());
}

TEST_F(ShareTest, LeavesWhatIsNoInputWhereItIs) {
  add_shared(input_name("right"), "wrong");
  add_shared("README", "text");
  fs::create_directories(fs::path(shared_) / "t" / input_name("folder"));
  fs::create_symlink("/etc/passwd", fs::path(shared_) / "t" / input_name("link"));
  write_file_whole((folder_.corpus("t") / "named-by-hand").string(), "x");
  Share share(shared_);
  share.exchange(folder_, "t", log_);
  EXPECT_THAT(files_in(folder_.corpus("t")), SizeIs(1));
  EXPECT_FALSE(fs::exists(fs::path(shared_) / "t" / "named-by-hand"));
}

TEST_F(ShareTest, ThatCannotBeWrittenIsRefused) {
  write_file_whole(shared_ + "/file", "x");
  EXPECT_THAT(refusal([&] { Share share(shared_ + "/file"); }), HasSubstr("/file"));
}

/// Writes inputs and shares them until it is killed; says through the pipe what was shared.
[[noreturn]] void write_and_share(const std::string& root, const std::string& shared, int said,
                                  uint64_t seed) {
  const Folder folder(root);
  make_folder(folder.corpus("t"));
  Log log(folder.log());
  Share share(shared);
  Random random(seed, 1);
  for (;;) {
    const std::string bytes =
        fmt::format("{:x}{}", random.next(), std::string(random.below(200'000), 'x'));
    const std::string name = input_name(bytes);
    write_file_whole((folder.corpus("t") / name).string(), bytes);
    share.exchange(folder, "t", log);
    if (::write(said, name.data(), name.size()) != ssize_t(name.size())) _exit(1);
  }
}

TEST_F(ShareTest, LosesNothingWhenWritersAreKilled) {
  constexpr int kWriters = 2, kRounds = 10;
  constexpr size_t kName = 40;
  std::set<std::string> shared_names;
  Share share(shared_);
  for (int round = 0; round < kRounds; ++round) {
    std::vector<pid_t> writers;
    int pipes[2];
    ASSERT_EQ(pipe(pipes), 0);
    std::vector<std::string> roots;
    for (int w = 0; w < kWriters; ++w) {
      roots.push_back(temporary());
      const pid_t writer = fork();
      if (writer == 0) write_and_share(roots.back(), shared_, pipes[1], uint64_t(round * 2 + w));
      writers.push_back(writer);
    }
    close(pipes[1]);
    std::string said(kName, 0);
    ASSERT_EQ(read(pipes[0], said.data(), kName), ssize_t(kName)); // one is at work
    shared_names.insert(said);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 * round));
    for (const pid_t writer : writers) kill(writer, SIGKILL);
    for (const pid_t writer : writers) waitpid(writer, nullptr, 0);
    while (read(pipes[0], said.data(), kName) == ssize_t(kName)) shared_names.insert(said);
    close(pipes[0]);
    share.exchange(folder_, "t", log_);
    for (const std::string& root : roots) fs::remove_all(root);
  }
  std::set<std::string> ours;
  for (const fs::path& file : files_in(folder_.corpus("t"))) {
    ours.insert(file.filename());
    EXPECT_EQ(file.filename(), input_name(read_file(file.string())));
  }
  EXPECT_GE(shared_names.size(), size_t{kRounds});
  for (const std::string& name : shared_names) EXPECT_TRUE(ours.contains(name)) << name;
}

} // namespace
} // namespace ulna::night
