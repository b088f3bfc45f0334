#include "fuzz/change_json.h"

#include <nlohmann/json.hpp>

#include <iterator>

namespace ulna::fuzz {
namespace {

using Json = nlohmann::ordered_json; // so that the members stay where they are
constexpr int kMaxDepth = 32;

struct Places {
  std::vector<Json*> arrays, objects, all; ///< without what is empty
};

void collect(Json& value, Places& places, int depth = 0) {
  if (depth > 0) places.all.push_back(&value);
  if (depth == kMaxDepth || !value.is_structured() || value.empty()) return;
  (value.is_array() ? places.arrays : places.objects).push_back(&value);
  for (Json& part : value) collect(part, places, depth + 1);
}

void change_array(Json& array, Random& random) {
  const auto at = [&](size_t i) { return array.begin() + static_cast<std::ptrdiff_t>(i); };
  const size_t i = random.below(array.size());
  const Json element = array[i];
  switch (random.below(4)) {
  case 0:
    array.push_back(element);
    break;
  case 1:
    array.insert(at(i), element);
    break;
  case 2:
    array.erase(at(i));
    break;
  default:
    array[i] = array[random.below(array.size())];
  }
}

} // namespace

bool change_json(std::string& text, Random& random) {
  Json top = Json::parse(text, nullptr, false);
  if (!top.is_object()) return false;
  Places places;
  collect(top, places);
  if (places.all.empty()) return false;
  const size_t how = random.below(4);
  if (how < 2 && !places.arrays.empty()) {
    change_array(*places.arrays[random.below(places.arrays.size())], random);
  } else if (how == 2 && !places.objects.empty()) {
    Json& object = *places.objects[random.below(places.objects.size())];
    const auto member = static_cast<std::ptrdiff_t>(random.below(object.size()));
    object.erase(std::next(object.begin(), member));
  } else {
    const Json value = *places.all[random.below(places.all.size())];
    *places.all[random.below(places.all.size())] = value;
  }
  text = top.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
  return true;
}

} // namespace ulna::fuzz
