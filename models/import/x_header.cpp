#include "models/import/x_header.h"

#include "base/text.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <vector>

namespace ulna::importer {
namespace {

constexpr std::string_view kMagic = "xof ";
constexpr size_t kFormAt = 8;        ///< behind the magic and four digits of the version
constexpr size_t kMagicBytes = 16;   ///< with the size of floats
constexpr size_t kMaxHeaders = 256;  ///< that are read; the others are counted
constexpr size_t kMaxNesting = 1024; ///< of blocks; no file comes near
constexpr size_t kMaxName = 200;

/// A word, a string, <a GUID>, or one of { } ; , as it stands in the text. Empty: the end.
class Tokens {
public:
  explicit Tokens(std::string_view text) : text_(text) {}

  std::string_view next() {
    skip_blanks();
    if (at_ == text_.size()) return {};
    const size_t begin = at_;
    const char c = text_[at_];
    if (kPunctuation.find(c) != kPunctuation.npos) {
      ++at_;
    } else if (c == '"' || c == '<') {
      const size_t end = text_.find(c == '"' ? '"' : '>', at_ + 1);
      at_ = end == text_.npos ? text_.size() : end + 1;
    } else {
      at_ = std::min(text_.find_first_of(kEndsWord, at_ + 1), text_.size());
    }
    return text_.substr(begin, at_ - begin);
  }

private:
  static constexpr std::string_view kBlanks{" \t\r\n\v\f\0", 7};
  static constexpr std::string_view kPunctuation = "{};,";
  static constexpr std::string_view kEndsWord{" \t\r\n\v\f\0{};,\"<#", 14};

  /// Comments go from // or # to the end of the line.
  void skip_blanks() {
    for (;;) {
      at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size());
      const std::string_view rest = text_.substr(at_);
      if (!rest.starts_with("//") && !rest.starts_with('#')) return;
      at_ = std::min(text_.find('\n', at_), text_.size());
    }
  }

  std::string_view text_;
  size_t at_ = 0;
};

/// A block that is open: `type name {`, of which the name may be missing, and both where the block
/// is a reference.
struct Block {
  std::string_view type, name;
};

/// Reads the three numbers of a header from behind its brace. The tokens are a copy: the brace that
/// ends the block is there for whoever reads on.
void read_claims(Tokens tokens, XSkinHeader& header) {
  constexpr std::array kMembers{"nMaxSkinWeightsPerVertex", "nMaxSkinWeightsPerFace", "nBones"};
  constexpr uint64_t kMaxWord = 65535;
  std::string_view token = tokens.next();
  if (token.starts_with('<')) token = tokens.next();
  std::vector<uint64_t> claims;
  for (const char* member : kMembers) {
    while (token == ";" || token == ",") token = tokens.next();
    uint64_t value{};
    const auto r = std::from_chars(token.data(), token.data() + token.size(), value);
    const bool missing = token.empty() || token == "}";
    if (missing || r.ec != std::errc{} || r.ptr != token.data() + token.size() ||
        value > kMaxWord) {
      header.malformed = fmt::format("{} is {}, no number from 0 to {}", member,
                                     missing ? "missing" : printable(token, 40), kMaxWord);
      return;
    }
    claims.push_back(value);
    token = tokens.next();
  }
  header.claims = std::move(claims);
}

/// The blocks that are open, and what may be the beginning of the next.
class Blocks {
public:
  void open(Block block) {
    if (open_.size() < kMaxNesting) {
      open_.push_back(block);
    } else {
      ++too_deep_;
    }
  }
  void close() {
    if (too_deep_ > 0) {
      --too_deep_;
    } else if (!open_.empty()) {
      open_.pop_back();
    }
  }
  /// The name of the innermost block of that type.
  std::string name_of(std::string_view type) const {
    for (size_t i = open_.size(); i-- > 0;)
      if (open_[i].type == type) return std::string(open_[i].name.substr(0, kMaxName));
    return {};
  }

private:
  std::vector<Block> open_;
  size_t too_deep_ = 0;
};

void read_text(std::string_view text, XHeaders& out) {
  Tokens tokens(text);
  Blocks blocks;
  std::vector<std::string_view> words; ///< since the last punctuation, at most two
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "template") {
      // The declaration of a template has the form of a block, and its name.
      while (!token.empty() && token != "}") token = tokens.next();
      words.clear();
    } else if (token == "{") {
      const Block block{words.empty() ? "" : words[0], words.size() < 2 ? "" : words[1]};
      words.clear();
      if (block.type == "XSkinMeshHeader" && ++out.count <= kMaxHeaders) {
        XSkinHeader& header = out.headers.emplace_back();
        header.mesh = blocks.name_of("Mesh");
        header.frame = blocks.name_of("Frame");
        read_claims(tokens, header);
      }
      blocks.open(block);
    } else if (token == "}") {
      blocks.close();
      words.clear();
    } else if (token == ";" || token == ",") {
      words.clear();
    } else if (words.size() < 2 && !token.starts_with('<')) {
      words.push_back(token);
    }
  }
}

} // namespace

XHeaders read_x_headers(std::string_view file) {
  XHeaders out;
  if (!file.starts_with(kMagic) || file.size() < kMagicBytes) return out;
  const std::string_view form = file.substr(kFormAt, 4);
  if (form == "txt ") {
    out.form = "text";
    read_text(file.substr(kMagicBytes), out);
  } else {
    out.form = form == "bin "                     ? "binary"
               : form == "tzip" || form == "bzip" ? "compressed"
                                                  : "unknown";
  }
  return out;
}

} // namespace ulna::importer
