#include "code/library.h"

#include <fmt/format.h>

#include <elf.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace ulna::approximations {
namespace {

constexpr uint64_t kPage = 4096; // of x86-64, and what the loader rounds to

/// Thrown and caught here: the file contradicts itself.
struct Malformed {};

class File {
public:
  explicit File(std::string_view bytes) : bytes_(bytes) {}

  uint64_t size() const { return bytes_.size(); }

  template <class T>
  T at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) throw Malformed();
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }

  template <class T>
  std::vector<T> table(uint64_t offset, uint64_t count) const {
    if (offset > bytes_.size() || (bytes_.size() - offset) / sizeof(T) < count) throw Malformed();
    std::vector<T> all;
    for (uint64_t i = 0; i < count; ++i) all.push_back(at<T>(offset + i * sizeof(T)));
    return all;
  }

  /// Up to the zero byte that ends it.
  std::string_view text(uint64_t offset) const {
    if (offset >= bytes_.size()) throw Malformed();
    const size_t end = bytes_.find('\0', offset);
    if (end == bytes_.npos) throw Malformed();
    return bytes_.substr(offset, end - offset);
  }

private:
  std::string_view bytes_;
};

class Parser {
public:
  Parser(std::string_view bytes, Library& out) : file_(bytes), out_(out) {}

  void run() {
    header_ = file_.at<Elf64_Ehdr>(0);
    if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 ||
        header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_machine != EM_X86_64 ||
        header_.e_type != ET_DYN)
      return damage("it is no x86-64 shared library");
    if (header_.e_phentsize != sizeof(Elf64_Phdr)) throw Malformed();
    segments_ = file_.table<Elf64_Phdr>(header_.e_phoff, header_.e_phnum);
    read_segments();
    read_sections();
    for (const Elf64_Phdr& segment : segments_) {
      if (segment.p_type == PT_DYNAMIC) read_dynamic(segment);
      if (segment.p_type == PT_GNU_EH_FRAME) read_unwound(segment);
    }
  }

private:
  /// The first obstacle is enough.
  void hinder(std::string what) {
    if (out_.obstacle.empty()) out_.obstacle = std::move(what);
  }

  void damage(std::string what) {
    if (out_.damage.empty()) out_.damage = what;
    hinder(std::move(what));
  }

  /// As far as it is in the file.
  void protect(const Elf64_Phdr& s) {
    for (const Elf64_Phdr& load : segments_) {
      const Range range{load.p_offset, load.p_vaddr, load.p_filesz};
      if (load.p_type != PT_LOAD || !range.holds(s.p_vaddr) || load.p_offset > file_.size())
        continue;
      const uint64_t before = s.p_vaddr - load.p_vaddr;
      const uint64_t size = std::min(load.p_filesz, file_.size() - load.p_offset);
      if (before < size)
        out_.protected_after.push_back(
            {load.p_offset + before, s.p_vaddr, std::min(s.p_filesz, size - before)});
    }
  }

  void read_segments() {
    bool stack_said = false;
    for (const Elf64_Phdr& s : segments_) {
      if (s.p_type == PT_GNU_STACK) {
        stack_said = true;
        if (s.p_flags & PF_X) hinder("it asks for an executable stack");
      }
      if (s.p_type == PT_GNU_RELRO) protect(s);
      if (s.p_type != PT_LOAD) continue;
      // What reaches beyond the file is refused below where it is code, and else cut off.
      if (s.p_offset <= file_.size())
        out_.segments.push_back(
            {{s.p_offset, s.p_vaddr, std::min(s.p_filesz, file_.size() - s.p_offset)},
             (s.p_flags & PF_W) != 0});
      if (!(s.p_flags & PF_X)) continue;
      if (s.p_flags & PF_W) damage("a segment of it is both writable and executable");
      if (s.p_offset > file_.size() || file_.size() - s.p_offset < s.p_filesz) throw Malformed();
      const uint64_t before = s.p_offset % kPage;
      if (s.p_vaddr % kPage != before) throw Malformed();
      const uint64_t end =
          std::min(file_.size(), (s.p_offset + s.p_filesz + kPage - 1) / kPage * kPage);
      constexpr size_t kMaxExecutable = 16; // linkers make one, or two
      if (out_.executable.size() == kMaxExecutable) throw Malformed();
      out_.executable.push_back(
          {s.p_offset - before, s.p_vaddr - before, end - (s.p_offset - before)});
    }
    if (!stack_said) hinder("it asks for an executable stack"); // the system's rule for x86-64
  }

  bool executable(const Range& range) const {
    return range.size > 0 &&
           std::any_of(out_.executable.begin(), out_.executable.end(), [&](const Range& r) {
             return r.holds(range.address) && range.size <= r.size &&
                    r.holds(range.address + range.size - 1) &&
                    range.address - r.address == range.offset - r.offset;
           });
  }

  /// Sections are for people and debuggers: a library runs without them, and what they say here
  /// only adds to what is checked.
  void read_sections() {
    if (header_.e_shnum == 0 || header_.e_shentsize != sizeof(Elf64_Shdr)) return;
    const auto sections = file_.table<Elf64_Shdr>(header_.e_shoff, header_.e_shnum);
    for (const Elf64_Shdr& s : sections) {
      const Range range{s.sh_offset, s.sh_addr, s.sh_size};
      if (s.sh_type == SHT_PROGBITS && (s.sh_flags & SHF_EXECINSTR) && executable(range))
        out_.sections.push_back(range);
      if ((s.sh_type == SHT_SYMTAB || s.sh_type == SHT_DYNSYM) && s.sh_link < sections.size())
        for (const auto& symbol :
             file_.table<Elf64_Sym>(s.sh_offset, s.sh_size / sizeof(Elf64_Sym)))
          add_symbol(symbol, sections[s.sh_link].sh_offset, s.sh_type == SHT_DYNSYM);
    }
  }

  void define(const Elf64_Sym& symbol, uint64_t names) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_shndx == SHN_ABS || type == STT_SECTION || type == STT_FILE || type == STT_TLS)
      return;
    Symbol out{symbol.st_value, symbol.st_size, Symbol::Type::other, {}};
    if (type == STT_FUNC) out.type = Symbol::Type::function;
    if (type == STT_OBJECT) out.type = Symbol::Type::object;
    try {
      out.name = file_.text(names + symbol.st_name);
    } catch (const Malformed&) {
      // Nobody needs the name to run the library.
    }
    out_.defined.push_back(out);
  }

  void add_symbol(const Elf64_Sym& symbol, uint64_t names, bool dynamic) {
    const auto type = ELF64_ST_TYPE(symbol.st_info);
    if (dynamic) out_.symbols.emplace_back(file_.text(names + symbol.st_name));
    if (symbol.st_shndx == SHN_UNDEF) return;
    define(symbol, names);
    if (type == STT_FUNC) out_.functions.push_back(symbol.st_value);
    if (type == STT_GNU_IFUNC) hinder("it chooses among functions when it is loaded (IFUNC)");
  }

  uint64_t offset_of(uint64_t address) const {
    for (const Elf64_Phdr& s : segments_)
      if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz)
        return s.p_offset + (address - s.p_vaddr);
    throw Malformed();
  }

  void read_dynamic(const Elf64_Phdr& segment) {
    std::vector<uint64_t> needed;
    uint64_t names = 0, symbols = 0, rela = 0, rela_size = 0, plt = 0, plt_size = 0, relr = 0,
             relr_size = 0;
    for (const auto& entry :
         file_.table<Elf64_Dyn>(segment.p_offset, segment.p_filesz / sizeof(Elf64_Dyn))) {
      const uint64_t value = entry.d_un.d_val;
      if (entry.d_tag == DT_NULL) break;
      switch (entry.d_tag) {
      case DT_NEEDED:
        needed.push_back(value);
        break;
      case DT_STRTAB:
        names = offset_of(value);
        break;
      case DT_SYMTAB:
        symbols = offset_of(value);
        break;
      case DT_RELA:
        rela = offset_of(value);
        break;
      case DT_RELASZ:
        rela_size = value;
        break;
      case DT_JMPREL:
        plt = offset_of(value);
        break;
      case DT_PLTRELSZ:
        plt_size = value;
        break;
      case DT_RELR:
        relr = offset_of(value);
        break;
      case DT_RELRSZ:
        relr_size = value;
        break;
      case DT_REL:
        throw Malformed(); // not on x86-64
      case DT_RPATH:
      case DT_RUNPATH:
        hinder("it looks for libraries in places of its own (RUNPATH)");
        break;
      case DT_AUXILIARY:
      case DT_FILTER:
        hinder("it is a filter for another library");
        break;
      case DT_TEXTREL:
        damage("its code is changed when it is loaded (TEXTREL)");
        break;
      case DT_FLAGS:
        if (value & DF_TEXTREL) damage("its code is changed when it is loaded (TEXTREL)");
        break;
      default:
        break;
      }
    }
    for (const uint64_t name : needed) out_.needed.emplace_back(file_.text(names + name));
    read_packed(file_.table<uint64_t>(relr, relr_size / sizeof(uint64_t)));
    read_relocations(file_.table<Elf64_Rela>(rela, rela_size / sizeof(Elf64_Rela)), symbols, names);
    read_relocations(file_.table<Elf64_Rela>(plt, plt_size / sizeof(Elf64_Rela)), symbols, names);
  }

  /// What is imported is bound by a relocation: nobody has to count the symbols.
  void read_relocations(const std::vector<Elf64_Rela>& all, uint64_t symbols, uint64_t names) {
    for (const Elf64_Rela& r : all) {
      if (ELF64_R_TYPE(r.r_info) == R_X86_64_IRELATIVE)
        hinder("it chooses among functions when it is loaded (IFUNC)");
      Relocation relocation{r.r_offset, {}, {}};
      if (ELF64_R_TYPE(r.r_info) == R_X86_64_RELATIVE) {
        out_.pointers.push_back(uint64_t(r.r_addend));
        relocation.target = uint64_t(r.r_addend);
      }
      const uint64_t index = ELF64_R_SYM(r.r_info);
      if (index != 0) {
        const auto symbol = file_.at<Elf64_Sym>(symbols + index * sizeof(Elf64_Sym));
        add_symbol(symbol, names, true);
        relocation.symbol = file_.text(names + symbol.st_name);
        const auto type = ELF64_R_TYPE(r.r_info);
        if (symbol.st_shndx != SHN_UNDEF &&
            (type == R_X86_64_64 || type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT))
          relocation.target = symbol.st_value + (type == R_X86_64_64 ? uint64_t(r.r_addend) : 0);
      }
      out_.relocations.push_back(std::move(relocation));
    }
  }

  /// Relative relocations, packed (DT_RELR): an even word is a place, an odd one says which of the
  /// 63 words behind the last place are others. What is written there lies there before.
  void read_packed(const std::vector<uint64_t>& words) {
    uint64_t next = 0;
    const auto add = [&](uint64_t place) {
      const auto target = file_.at<uint64_t>(offset_of(place));
      out_.pointers.push_back(target);
      out_.relocations.push_back({place, target, {}});
    };
    for (const uint64_t word : words) {
      if (word % 2 == 0) {
        add(word);
        next = word + sizeof word;
        continue;
      }
      for (uint64_t bit = 1; bit < 64; ++bit)
        if (word >> bit & 1) add(next + (bit - 1) * sizeof word);
      next += 63 * sizeof word;
    }
  }

  /// The table by which the unwinder finds a function (.eh_frame_hdr), as linkers write it; of
  /// another encoding nothing is known.
  void read_unwound(const Elf64_Phdr& segment) {
    constexpr std::array<uint8_t, 4> kVersionAndEncodings{1, 0x1b, 0x03, 0x3b};
    struct Entry {
      int32_t function, description; ///< from the beginning of the table's header
    };
    constexpr uint64_t kHeader = 12;
    try {
      if (file_.at<std::array<uint8_t, 4>>(segment.p_offset) != kVersionAndEncodings) return;
      const auto count = file_.at<uint32_t>(segment.p_offset + 8);
      for (const Entry& entry : file_.table<Entry>(segment.p_offset + kHeader, count)) {
        const uint64_t begin = segment.p_vaddr + uint64_t(int64_t(entry.function));
        out_.unwound.push_back(begin);
        if (has_landing_pads(segment.p_vaddr + uint64_t(int64_t(entry.description))))
          out_.landed_in.push_back(begin);
      }
    } catch (const Malformed&) {
      out_.unwound.clear();
    }
  }

  /// Whether what describes how to leave a function (an FDE of .eh_frame) is of a kind (a CIE) that
  /// says where its landing pads are: an L among its letters. It may have none all the same.
  bool has_landing_pads(uint64_t description) const {
    constexpr uint64_t kLetters = 9; // behind length, identification and version
    const uint64_t back = description + 4;
    const uint64_t kind = back - file_.at<uint32_t>(offset_of(back));
    return file_.text(offset_of(kind) + kLetters).find('L') != std::string_view::npos;
  }

  File file_;
  Library& out_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> segments_;
};

void sort_unique(auto& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

} // namespace

Library read_library(std::string_view file) {
  Library library;
  try {
    Parser(file, library).run();
  } catch (const Malformed&) {
    library.obstacle = library.damage = "its file is malformed";
  }
  sort_unique(library.functions);
  sort_unique(library.symbols);
  sort_unique(library.unwound);
  sort_unique(library.landed_in);
  std::ranges::stable_sort(library.defined, {}, &Symbol::address);
  std::ranges::stable_sort(library.relocations, {}, &Relocation::place);
  return library;
}

const Symbol* function_at(const Library& library, uint64_t address) {
  const Symbol* nearest = nullptr;
  auto s = std::ranges::upper_bound(library.defined, address, {}, &Symbol::address);
  while (s != library.defined.begin()) {
    --s;
    if (s->type != Symbol::Type::function || s->name.empty()) continue;
    // Of those with the same address, the first of the file.
    if (nearest && s->address != nearest->address) break;
    if (s->size == 0 || address - s->address < s->size) nearest = &*s;
    if (!nearest) break;
  }
  return nearest;
}

} // namespace ulna::approximations
