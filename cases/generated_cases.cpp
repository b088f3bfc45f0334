#include "cases/generated_cases.h"

#include "base/random.h"
#include "cases/make_case.h"

namespace ulna {

SharedCase GeneratedCases::make(uint64_t i) const {
  auto made = std::make_shared<Case>(op_.generate(seed_, i));
  constexpr uint64_t kStream = 0x6f72646572;
  made->order = static_cast<uint8_t>(Random(seed_ + i, kStream).below(kNumOrders));
  return made;
}

SharedCase GeneratedCases::at(uint64_t i) {
  constexpr size_t kMostBytes = size_t{512} << 20; // more than a quick run generates
  if (!kept_) return make(i);
  std::unique_lock lock(mutex_);
  const auto known = slots_.find(i);
  if (known == slots_.end() && bytes_ >= kMostBytes) {
    lock.unlock();
    return make(i);
  }
  Slot& slot = known == slots_.end() ? slots_[i] : known->second; // which stays where it is
  lock.unlock();

  const std::lock_guard making(slot.making);
  if (slot.made) return slot.made;
  slot.made = make(i);
  lock.lock();
  bytes_ += bytes_of(*slot.made);
  return slot.made;
}

} // namespace ulna
