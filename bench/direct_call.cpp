#include "bench/direct_call.h"

#include "calls/layout.h"

#include <array>
#include <cstring>
#include <utility>

namespace ulna::bench {
namespace {

using Word = DirectCall::Word;

template <size_t>
using AWord = Word;

template <size_t... I>
void invoke(void (*function)(), float real, const Word* words) {
  reinterpret_cast<void (*)(float, AWord<I>...)>(function)(real, words[I]...);
}

template <size_t... I>
constexpr auto invoke_of(std::index_sequence<I...>) {
  return &invoke<I...>;
}

template <size_t... Counts>
constexpr auto all_invokes(std::index_sequence<Counts...>) {
  return std::array{invoke_of(std::make_index_sequence<Counts>())...};
}

} // namespace

const DirectCall::Invoke& DirectCall::invoke_with(size_t words) {
  constexpr size_t kMost = 12;
  static constexpr auto kAll = all_invokes(std::make_index_sequence<kMost + 1>());
  return kAll.at(words);
}

DirectCall::DirectCall(const Case& c, std::span<std::byte* const> arrays)
    : operation_(c.operation), real_(c.real) {
  const Operation& op = *c.operation;
  if (op.records)
    for (const Record& record : op.records(c))
      records_.push_back(laid_out(record, sizeof(void*), [&](size_t array) {
        return reinterpret_cast<Word>(arrays[array]);
      }));
  for (const Argument& argument : op.arguments(c)) {
    if (argument.array == Argument::kReal) continue;
    words_.push_back(word_of(argument, arrays));
    if (!op.takes_one_element) continue;
    const ArraySpec& spec = op.arrays.at(size_t(argument.array));
    steps_.push_back(spec.size_in_memory(spec.element_size(c)));
  }
  invoke_ = invoke_with(words_.size());
  if (op.takes_one_element) times_ = op.size(c);
}

Word DirectCall::word_of(const Argument& argument, std::span<std::byte* const> arrays) const {
  if (argument.array == Argument::kInteger) return static_cast<uint32_t>(argument.value);
  if (argument.array == Argument::kNull) return 0;
  const auto array = size_t(argument.array);
  const void* const at = array < arrays.size()
                             ? static_cast<const void*>(arrays[array])
                             : static_cast<const void*>(records_.at(array - arrays.size()).data());
  return reinterpret_cast<Word>(at);
}

void DirectCall::operator()(const ulna_port& port) const {
  Function function;
  std::memcpy(&function, reinterpret_cast<const char*>(&port) + operation_->member,
              sizeof function);
  if (steps_.empty()) return invoke_(function, real_, words_.data());
  std::vector<Word> words = words_;
  for (size_t i = 0; i < times_; ++i) {
    invoke_(function, real_, words.data());
    for (size_t w = 0; w < words.size(); ++w) words[w] += steps_[w];
  }
}

} // namespace ulna::bench
