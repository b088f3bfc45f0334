#include "certify/watch/layout.h"

#include "certify/error.h"
#include "certify/operation.h"

#include <fmt/format.h>

#include <algorithm>
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

void check_size(const Case& c) {
  for (size_t a = 0; a < c.arrays.size(); ++a)
    if (c.arrays[a].size() + 64 > kLargeBytes)
      throw BadInput(fmt::format("{}: larger than the 2 GiB that a case may use; split the case",
                                 c.operation->arrays[a].name));
}

namespace {

using Bytes = std::vector<std::byte>;

/// The bytes of an array as the port sees it.
class InMemory {
public:
  InMemory(const ArraySpec& spec, const Array& array) : bytes_(array.data(), array.size()) {
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

/// Of records, whose length is a multiple of their alignment.
constexpr size_t kRecordAlignment = 1;

/// Around what is only read: as a float it is a NaN, so that a port shows in its results what it
/// takes from there.
constexpr std::byte kForeign{0xff};

/// Writes an array into its region.
Call::Region lay_out_bytes(std::byte* at, std::span<const std::byte> bytes, Placement place,
                           size_t alignment, bool writable, std::byte around) {
  const auto [offset, pages] = extent(bytes.size(), place, alignment);
  if (pages != 0) {
    std::memset(at, int(around), offset);
    std::memcpy(at + offset, bytes.data(), bytes.size());
    std::memset(at + offset + bytes.size(), int(around), pages * kPage - offset - bytes.size());
  }
  return {static_cast<uint32_t>(pages), writable, offset};
}

/// The records of a case as the compiler lays them out, with pointers to the arrays laid out
/// already.
std::vector<Bytes> records(const Case& c, const Call& call) {
  std::vector<Bytes> all;
  const Operation& op = *c.operation;
  if (!op.records) return all;
  for (const Record& record : op.records(c)) {
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
      alignment = 8;
      const auto array = static_cast<size_t>(field.array);
      append(field.array == ulna::Argument::kNull
                 ? uint64_t{0}
                 : kGuardedBase + guarded_offset(call.slot, array) + call.regions[array].offset);
    }
    bytes.resize((bytes.size() + alignment - 1) / alignment * alignment);
    all.push_back(std::move(bytes));
  }
  return all;
}

} // namespace

void lay_out(std::byte* arena, const Case& c, uint32_t slot, Call& call) {
  const Operation& op = *c.operation;
  call = Call{};
  call.slot = slot;
  call.member = static_cast<uint32_t>(op.member);
  call.num_arrays = static_cast<uint32_t>(c.arrays.size());
  for (size_t a = 0; a < c.arrays.size(); ++a)
    call.regions[a] =
        lay_out_bytes(arena + file_offset(slot, a), InMemory(op.arrays[a], c.arrays[a]).bytes(),
                      c.places[a], op.arrays[a].alignment, op.arrays[a].output && op.may_write(c),
                      op.arrays[a].output ? kCanary : kForeign);
  for (const Bytes& record : records(c, call)) {
    call.regions[call.num_arrays] =
        lay_out_bytes(arena + file_offset(slot, call.num_arrays), record, Placement{},
                      kRecordAlignment, false, kForeign);
    ++call.num_arrays;
  }
  const std::vector<ulna::Argument> arguments = op.arguments(c);
  call.num_arguments = static_cast<uint32_t>(arguments.size());
  for (size_t i = 0; i < arguments.size(); ++i) {
    int array = arguments[i].array;
    if (c.same_array && array == op.same_array) array = op.output;
    call.arguments[i] = array == ulna::Argument::kNull ? Call::Argument{Call::Argument::kNull, 0}
                        : array == ulna::Argument::kInteger
                            ? Call::Argument{Call::Argument::kInteger, uint32_t(arguments[i].value)}
                            : Call::Argument{array, call.regions[array].offset};
  }
  call.flush = c.flush;
  call.leftovers = static_cast<uint32_t>(c.leftovers);
  call.has_real = op.real != nullptr;
  call.real = c.real;
}

Outputs outputs_in(const std::byte* arena, const Case& c, uint32_t slot) {
  Outputs outputs;
  outputs.reserve(c.arrays.size());
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    if (!c.operation->arrays[a].output) continue;
    const auto [offset, pages] =
        extent(c.arrays[a].size(), c.places[a], c.operation->arrays[a].alignment);
    const std::byte* at = arena + file_offset(slot, a);
    const size_t size = c.arrays[a].size();
    outputs.emplace_back();
    if (pages != 0)
      outputs.back() = {
          {at + offset, size}, {at, offset}, {at + offset + size, pages * kPage - offset - size}};
  }
  return outputs;
}

int changed_input(const std::byte* arena, const Case& c, const Call& call) {
  const auto changed = [&](size_t a, std::span<const std::byte> bytes, Placement place,
                           size_t alignment) {
    const std::byte* at =
        arena + file_offset(call.slot, a) + extent(bytes.size(), place, alignment).offset;
    return !bytes.empty() && std::memcmp(at, bytes.data(), bytes.size()) != 0;
  };
  for (size_t a = 0; a < c.arrays.size(); ++a) {
    const ArraySpec& spec = c.operation->arrays[a];
    if (!spec.output &&
        changed(a, InMemory(spec, c.arrays[a]).bytes(), c.places[a], spec.alignment))
      return int(a);
  }
  const std::vector<Bytes> all = records(c, call);
  for (size_t r = 0; r < all.size(); ++r)
    if (changed(c.arrays.size() + r, all[r], Placement{}, kRecordAlignment))
      return int(c.arrays.size() + r);
  return -1;
}

} // namespace ulna
