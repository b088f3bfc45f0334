#include "calls/layout.h"

#include "base/bits.h"
#include "base/error.h"
#include "cases/enter_profile.h"
#include "cases/operation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace ulna {

using namespace arena;

Extent extent(size_t bytes, Placement place, size_t alignment) {
  // An empty array gets an address between two pages that are not there.
  if (bytes == 0) return {place.shift, 0};
  const size_t pages = (bytes + place.shift + kPage - 1) / kPage;
  const size_t before_end = pages * kPage - bytes - place.shift;
  return {place.side == Side::before ? place.shift : before_end / alignment * alignment, pages};
}

bool is_small(const Case& c) {
  return std::all_of(c.arrays.begin(), c.arrays.end(),
                     [](const Array& a) { return a.size() + 64 <= kSmallBytes; });
}

void check_size(const Case& c, const Convention& convention) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].size() + 64 > kLargeBytes)
      throw BadInput(fmt::format("{}: larger than the 2 GiB that a case may use; split the case",
                                 c.operation->arrays[a].name));
  if (convention.pointer_bytes == sizeof(uint64_t)) return;
  // Of records there is no more than a page each.
  uint64_t bytes = kMaxArrays * (kNarrowGap + 2 * kPage) + kNarrowGap;
  for (const Array& array : c.arrays) bytes += array.size();
  if (bytes > kNarrowWindow)
    throw BadInput(fmt::format("{}: a case of {} MiB, and where addresses have 32 bits it may use "
                               "{}; split the case",
                               c.operation->name, bytes >> 20, kNarrowWindow >> 20));
}

namespace {

using Bytes = std::vector<std::byte>;

/// The bytes of an array as the port sees it.
class InMemory {
public:
  InMemory(const Case& c, size_t a) : bytes_(c.arrays[a].data(), c.arrays[a].size()) {
    const Array& array = c.arrays[a];
    const ArraySpec& spec = c.operation->arrays[a];
    if (const auto missing = c.operation->missing_at_end)
      bytes_ = bytes_.first(bytes_.size() - missing(c, a));
    const size_t size = spec.word_in_memory();
    if (size == sizeof(uint32_t)) return;
    narrow_.resize(spec.size_in_memory(array.size()));
    for (size_t i = 0; i < array.words(); ++i) {
      const uint32_t word = array.word(i); // whose lowest bytes come first
      std::memcpy(narrow_.data() + size * i, &word, size);
    }
    bytes_ = narrow_;
  }
  InMemory(const InMemory&) = delete;
  InMemory& operator=(const InMemory&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

private:
  Bytes narrow_; ///< of words that take less in memory
  std::span<const std::byte> bytes_;
};

constexpr size_t kCanaryPages = 8;

/// Of records, whose length is a multiple of their alignment.
constexpr size_t kRecordAlignment = 1;

/// At the end of a page, or the bytes of a pointer before: of their addresses no more than a
/// multiple of those is promised.
Placement place_of_records(const Case& c, const Convention& convention) {
  const bool moved = !c.places.empty() && c.places.front().side == Side::before;
  return {Side::behind, static_cast<uint8_t>(moved ? convention.pointer_bytes : 0)};
}

/// Around what is only read. As a float it is a NaN for most leftovers, so that a port shows in its
/// results what it takes from there; for some it is not, so that one shows whom a NaN there guides.
Bytes foreign_bytes(Leftovers leftovers) {
  const uint32_t word = leftovers == Leftovers::zeros   ? 0
                        : leftovers == Leftovers::large ? 0x7f7fffff
                        : leftovers == Leftovers::alike ? kAlike
                                                        : 0xffffffff;
  Bytes bytes(kPage);
  for (size_t at = 0; at < bytes.size(); at += sizeof word)
    std::memcpy(bytes.data() + at, &word, sizeof word);
  return bytes;
}

/// Around what is written: what arithmetic would not keep, other in each page of one table.
Bytes canaries() {
  Bytes bytes(kCanaryPages * kPage);
  Random random(0, 0x63616e617279);
  for (size_t at = 0; at < bytes.size(); at += sizeof(uint32_t)) {
    const uint32_t word = word_of(Bits::mixed, random);
    std::memcpy(bytes.data() + at, &word, sizeof word);
  }
  return bytes;
}

/// A page of what surrounds an array that is only read.
std::span<const std::byte> around_input(Leftovers leftovers) {
  static const auto foreign = [] {
    std::array<Bytes, kNumLeftovers> all;
    for (size_t i = 0; i < all.size(); ++i) all[i] = foreign_bytes(static_cast<Leftovers>(i));
    return all;
  }();
  return foreign[static_cast<size_t>(leftovers) % kNumLeftovers];
}

/// A page of what surrounds an array that is written.
std::span<const std::byte> around_output(uint32_t slot, size_t array) {
  static const Bytes all = canaries();
  return std::span(all).subspan((slot + array) % kCanaryPages * kPage, kPage);
}

/// The bytes before an array and behind it, of which there is less than a page each.
struct Surroundings {
  std::span<const std::byte> before, behind;
};
Surroundings surroundings(std::span<const std::byte> page, size_t bytes, const Extent& extent) {
  if (extent.pages == 0) return {};
  const size_t behind = extent.pages * kPage - extent.offset - bytes;
  return {page.first(extent.offset), page.last(behind)};
}

/// Writes an array into its region.
Call::Region lay_out_bytes(std::byte* at, std::span<const std::byte> bytes, Placement place,
                           size_t alignment, bool writable, std::span<const std::byte> page) {
  const Extent where = extent(bytes.size(), place, alignment);
  const auto [before, behind] = surroundings(page, bytes.size(), where);
  if (where.pages != 0) {
    std::memcpy(at, before.data(), before.size());
    std::memcpy(at + where.offset, bytes.data(), bytes.size());
    std::memcpy(at + where.offset + bytes.size(), behind.data(), behind.size());
  }
  return {static_cast<uint32_t>(where.pages), writable, where.offset, bytes.size()};
}

/// The records of a case, with pointers to the arrays laid out already.
std::vector<Bytes> records(const Case& c, const Call& call, uint32_t pointer_bytes) {
  std::vector<Bytes> all;
  const Operation& op = *c.operation;
  if (!op.records) return all;
  for (const Record& record : op.records(c))
    all.push_back(laid_out(record, pointer_bytes, [&](size_t array) {
      return guarded_address(call, array) + call.regions[array].offset;
    }));
  return all;
}

/// From one of the calls for a case to the next, in bytes.
uint32_t step_of(const Case& c, int array) {
  if (!c.operation->takes_one_element) return 0;
  const ArraySpec& spec = c.operation->arrays.at(size_t(array));
  return static_cast<uint32_t>(spec.size_in_memory(spec.element_size(c)));
}

Placing placing(uint32_t slot, const Convention& convention) {
  const bool is_narrow = convention.pointer_bytes < sizeof(uint64_t);
  if (slot != kApartSlot) return is_narrow ? Placing::narrow : Placing::wide;
  return is_narrow                                    ? Placing::across
         : convention.has_apart && !kAddressSanitizer ? Placing::apart
                                                      : Placing::wide;
}

} // namespace

std::vector<std::byte> laid_out(const Record& record, uint32_t pointer_bytes,
                                const std::function<uint64_t(size_t array)>& address_of) {
  Bytes bytes;
  size_t alignment = 4;
  const auto append = [&bytes](const auto& value) {
    bytes.resize((bytes.size() + sizeof value - 1) / sizeof value * sizeof value);
    const auto* begin = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof value);
  };
  for (const Record::Field& field : record.fields) {
    if (field.array == ulna::Argument::kInteger) {
      append(field.value);
      continue;
    }
    alignment = pointer_bytes;
    const uint64_t pointer =
        field.array == ulna::Argument::kNull ? 0 : address_of(static_cast<size_t>(field.array));
    if (pointer_bytes == sizeof pointer)
      append(pointer);
    else
      append(static_cast<uint32_t>(pointer));
  }
  bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
  return bytes;
}

void lay_out(std::byte* arena, const Case& c, uint32_t slot, Call& call,
             const Convention& convention) {
  const Operation& op = *c.operation;
  call = Call{};
  call.slot = slot;
  call.placing = placing(slot, convention);
  if (call.placing == Placing::across)
    call.across =
        static_cast<uint32_t>((size_t(c.leftovers) + c.arrays[0].words()) % c.arrays.size());
  call.function = static_cast<uint32_t>(op.member / sizeof(void*));
  call.num_arrays = static_cast<uint32_t>(c.arrays.size());
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    call.regions[a] =
        lay_out_bytes(arena + file_offset(slot, a), InMemory(c, a).bytes(), c.places[a],
                      op.arrays[a].alignment, op.arrays[a].output && op.may_write(c),
                      op.arrays[a].output ? around_output(slot, a) : around_input(c.leftovers));
  }
  for (const Bytes& record : records(c, call, convention.pointer_bytes)) {
    call.regions[call.num_arrays] = lay_out_bytes(
        arena + file_offset(slot, call.num_arrays), record, place_of_records(c, convention),
        kRecordAlignment, false, around_input(c.leftovers));
    ++call.num_arrays;
  }
  // The port would be handed what the case does not say, and judged by what it says.
  if (c.same_array && c.arrays[size_t(op.same_array)] != c.arrays[size_t(op.output)])
    throw InternalError(fmt::format("{}: one array has two contents ({})", op.name, c.note));
  if (!is_within(c.profiles, c))
    throw InternalError(fmt::format("{}: a case is not as the profiles {} have it ({})", op.name,
                                    names(c.profiles), c.note));
  call.returns = op.returns;
  call.times = op.takes_one_element ? static_cast<uint32_t>(op.size(c)) : 1;
  const std::vector<ulna::Argument> arguments = op.arguments(c);
  call.num_arguments = static_cast<uint32_t>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    int array = arguments[i].array;
    if (c.same_array && array == op.same_array) array = op.output;
    Call::Argument& to = call.arguments[i];
    if (array == ulna::Argument::kNull) {
      to = {Call::Argument::kNull, 0, 0};
    } else if (array == ulna::Argument::kInteger) {
      to = {Call::Argument::kInteger, 0, uint32_t(arguments[i].value)};
    } else if (array == ulna::Argument::kReal) {
      to = {Call::Argument::kReal, 0, std::bit_cast<uint32_t>(c.real)};
    } else {
      to = {array, step_of(c, array), call.regions[array].offset};
    }
  }
  call.flush = c.flush;
  call.leftovers = static_cast<uint32_t>(c.leftovers);
}

Outputs outputs_in(const std::byte* arena, const Case& c, uint32_t slot) {
  Outputs outputs;
  outputs.reserve(c.arrays.size());
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    const size_t size = c.arrays[a].size();
    const Extent where = extent(size, c.places[a], c.operation->arrays[a].alignment);
    const std::byte* at = arena + file_offset(slot, a);
    outputs.emplace_back();
    if (where.pages == 0) continue;
    const auto [before, behind] = surroundings(around_output(slot, a), size, where);
    const std::byte* end = at + where.offset + size;
    outputs.back() = {
        {at + where.offset, size}, {at, before.size()}, {end, behind.size()}, before, behind};
  }
  return outputs;
}

int changed_input(const std::byte* arena, const Case& c, const Call& call,
                  const Convention& convention) {
  const auto changed = [&](size_t a, std::span<const std::byte> bytes, Placement place,
                           size_t alignment) {
    const std::byte* at =
        arena + file_offset(call.slot, a) + extent(bytes.size(), place, alignment).offset;
    return !bytes.empty() && std::memcmp(at, bytes.data(), bytes.size()) != 0;
  };
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (!spec.output && changed(a, InMemory(c, a).bytes(), c.places[a], spec.alignment))
      return int(a);
  }
  const std::vector<Bytes> all = records(c, call, convention.pointer_bytes);
  for (size_t r = 0; r < all.size(); ++r)
    if (changed(c.arrays.size() + r, all[r], place_of_records(c, convention), kRecordAlignment))
      return int(c.arrays.size() + r);
  return -1;
}

} // namespace ulna
