#include "base/json_member.h"

#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace ulna {
namespace {

using nlohmann::json;
constexpr uint64_t kMaxCount = uint64_t{1} << 53;

} // namespace

void JsonMember::refuse(std::string_view what) const {
  throw BadInput(fmt::format("{}: {}: it {}; {}", *document_, where_, what, *cure_));
}

std::string JsonMember::text() const {
  if (!value_->is_string()) refuse("must be a string");
  return value_->get<std::string>();
}

bool JsonMember::yes() const {
  if (!value_->is_boolean()) refuse("must be true or false");
  return value_->get<bool>();
}

uint64_t JsonMember::count() const {
  if (!value_->is_number_unsigned() || value_->get<uint64_t>() > kMaxCount)
    refuse("must be a whole number from 0 to 2^53");
  return value_->get<uint64_t>();
}

double JsonMember::number() const {
  if (!value_->is_number()) refuse("must be a number");
  const auto x = value_->get<double>();
  if (!std::isfinite(x) || x < 0) refuse("must be a number that is not negative");
  return x;
}

bool JsonMember::is_null() const {
  return value_->is_null();
}

size_t JsonMember::size() const {
  if (!value_->is_array()) refuse("must be an array");
  return value_->size();
}

JsonMember JsonMember::operator[](size_t i) const {
  return {value_->at(i), fmt::format("{}[{}]", where_, i), *document_, *cure_};
}

std::vector<std::string> JsonMember::texts() const {
  std::vector<std::string> all;
  for (size_t i = 0; i < size(); ++i) all.push_back((*this)[i].text());
  return all;
}

void JsonMember::has_only(std::initializer_list<std::string_view> needed,
                          std::initializer_list<std::string_view> optional) const {
  if (!value_->is_object()) refuse("must be an object");
  for (const std::string_view key : needed)
    if (!has(key)) refuse(fmt::format("lacks the member {}", key));
  for (const auto& item : value_->items()) {
    const auto is_key = [&](std::string_view key) { return key == item.key(); };
    if (std::none_of(needed.begin(), needed.end(), is_key) &&
        std::none_of(optional.begin(), optional.end(), is_key))
      refuse(fmt::format("has the member '{}', which nobody knows", printable(item.key(), 40)));
  }
}

bool JsonMember::has(std::string_view key) const {
  return value_->contains(key);
}

JsonMember JsonMember::operator[](std::string_view key) const {
  if (!has(key)) refuse(fmt::format("lacks the member {}", key));
  return {value_->at(std::string(key)),
          where_.empty() ? std::string(key) : fmt::format("{}.{}", where_, key), *document_,
          *cure_};
}

json parse_json(std::string_view text, const std::string& document, const std::string& cure) {
  std::vector<std::set<std::string>> keys; // of the objects that are open
  std::string twice;
  const auto watch = [&](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      twice = value.get<std::string>();
    return true;
  };
  json parsed;
  try {
    parsed = json::parse(text, watch);
  } catch (const json::parse_error& e) {
    throw BadInput(fmt::format("{}: no JSON from byte {} on; {}", document, e.byte, cure));
  } catch (const json::exception&) {
    throw BadInput(fmt::format("{}: a number in it is too large; {}", document, cure));
  }
  if (!twice.empty())
    throw BadInput(fmt::format("{}: an object has two members '{}'; {}", document,
                               printable(twice, 40), cure));
  return parsed;
}

} // namespace ulna
