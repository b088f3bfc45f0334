// What a container leaves of the machine's memory.
#include "base/process_memory.h"

#include "base/files.h"
#include "base/temporary_folder.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

TEST(MemoryLimit, IsTheLeastOfAllGroupsAbove) {
  const TemporaryFolder root("ulna-groups");
  const auto limit = [&](const std::string& file, const std::string& text) {
    write_file_whole(root.path() + "/" + file, text);
  };
  limit("pod/one/memory.max", "max\n");
  limit("pod/memory.max", "1048576\n");
  limit("memory/old/memory.limit_in_bytes", "9223372036854771712\n");
  limit("memory/memory.limit_in_bytes", "2048\n");
  const auto of = [&](const char* groups) { return memory_limit(groups, root.path()); };
  EXPECT_EQ(of("0::/pod/one\n"), 1048576u);
  EXPECT_EQ(of("0::/pod\n"), 1048576u);
  EXPECT_EQ(of("0::/elsewhere/one\n"), UINT64_MAX); // the root has no limit
  EXPECT_EQ(of("9:cpu,memory:/old\n8:pids:/pod\n"), 2048u);
  EXPECT_EQ(of("8:pids:/pod\n"), UINT64_MAX);
  EXPECT_EQ(of(""), UINT64_MAX);
  EXPECT_EQ(of("nonsense\n1:2\n"), UINT64_MAX);
  limit("memory.max", "4096\n"); // as a container sees its own group
  EXPECT_EQ(of("0::/../elsewhere\n"), 4096u);
}

TEST(MemoryLimit, OfThisProcessLeavesSomething) {
  EXPECT_GT(memory_of_machine(), uint64_t{1} << 20);
}

} // namespace
} // namespace ulna
