// Files, whole or not at all, and their hashes. Every failure is one line for the user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

struct evp_md_ctx_st; // OpenSSL's EVP_MD_CTX

namespace ulna {

/// Writes the file so that it holds all of `text` or, on any failure, what it held before. Missing
/// parent folders are created, and stay. A link to a file is followed; a pipe, a device
/// and /dev/stdout are written to directly, not replaced. Throws BadInput with one line: the path,
/// the reason and the cure.
void write_file_whole(const std::string& path, std::string_view text);

/// Removes from a folder what write_file_whole left there in processes of this machine that were
/// killed. Whatever cannot be removed stays.
void remove_left_temporaries(const std::string& folder);

/// Adds the text to the end of a file that is there, in one piece: on any failure the file is what
/// it was before, unless the process is killed meanwhile. It is on the disk afterwards. Throws
/// BadInput with one line.
void append_to_file(const std::string& path, std::string_view text);

/// What a folder lists is on the disk afterwards. Some file systems cannot do that; the files are
/// whole all the same.
void sync_folder(const std::string& path);

/// Creates the folder if it is missing, and makes sure that files can be written there, so that a
/// long run does not end in a message. Throws BadInput with one line.
void check_writable(const std::string& folder);

/// The contents of a file of at most `limit` bytes. Throws BadInput with one line if it is missing,
/// a folder, unreadable or larger.
std::string read_file(const std::string& path, size_t limit = size_t{4} << 30);

/// SHA-256 of bytes that come in pieces. Throws InternalError where libcrypto refuses to work.
class Sha256 {
public:
  Sha256();
  void add(std::span<const std::byte> bytes);
  /// The hash of all that was added, 64 lower-case hexadecimal digits. Ends the object's use.
  std::string hex();

private:
  std::unique_ptr<evp_md_ctx_st, void (*)(evp_md_ctx_st*)> context_;
};

/// SHA-256 of the bytes, 64 lower-case hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> bytes);
std::string sha256_hex(std::string_view bytes);

std::string base64(std::string_view bytes);

/// SHA-256 of a file's contents, of any size. Throws BadInput as read_file does.
std::string sha256_file(const std::string& path);

/// Letters, digits and the like of a text, at most 40, for names of files.
std::string file_word(std::string_view text);

} // namespace ulna
