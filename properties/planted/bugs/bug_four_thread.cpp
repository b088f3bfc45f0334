// The work is given to a thread by a static variable, where a second call puts its own.
#include "../four_kernels.h"

#include <thread>

using namespace ulna::planted;

namespace {

Split job;

void kernel(Split call) {
  job = call;
  std::thread([] { skin(job); }).join();
}

} // namespace

const ulna_port* ulna_port_v1() {
  return offer_split<kernel>("bug_four_thread");
}
