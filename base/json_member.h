// A value in a JSON text that knows where it stands, so that every refusal can say so.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ulna {

class JsonMember {
public:
  /// `where` is the path of the value, `document` and `cure` begin and end every message. All but
  /// the path are the caller's and must live on.
  JsonMember(const nlohmann::json& value, std::string where, const std::string& document,
             const std::string& cure)
      : value_(&value), where_(std::move(where)), document_(&document), cure_(&cure) {}

  // Each throws BadInput with one line where the value is of another kind.
  std::string text() const;
  bool yes() const;
  uint64_t count() const; ///< a whole number up to 2^53, which every reader of JSON keeps
  double number() const;  ///< finite and not negative
  bool is_null() const;
  const nlohmann::json& value() const { return *value_; }
  size_t size() const;                    ///< of an array
  JsonMember operator[](size_t i) const;  ///< an element of an array, less than its size
  std::vector<std::string> texts() const; ///< an array of strings

  /// Refuses what is no object, lacks one of the needed members, or has any that is not listed.
  void has_only(std::initializer_list<std::string_view> needed,
                std::initializer_list<std::string_view> optional = {}) const;
  bool has(std::string_view key) const;              ///< false for what is no object
  JsonMember operator[](std::string_view key) const; ///< refuses where it is not there

  /// BadInput: "DOCUMENT: WHERE: it WHAT; CURE".
  [[noreturn]] void refuse(std::string_view what) const;

private:
  const nlohmann::json* value_;
  std::string where_;
  const std::string* document_;
  const std::string* cure_;
};

/// Parses a text in which no object has two members of one name. Throws BadInput as above.
nlohmann::json parse_json(std::string_view text, const std::string& document,
                          const std::string& cure);

} // namespace ulna
