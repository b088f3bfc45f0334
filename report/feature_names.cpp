#include "report/feature_names.h"

#include <algorithm>
#include <cctype>
#include <numeric>
#include <vector>

namespace ulna {
namespace {

/// What compilers and manuals say, and the kernel does not.
struct Alias {
  std::string_view said;
  std::string_view name;
};
constexpr Alias kAliases[] = {
    {"sse1", "sse"},        {"sse3", "pni"},         {"prescott", "pni"},
    {"sse4", "sse4_1"},     {"lzcnt", "abm"},        {"bmi", "bmi1"},
    {"fma3", "fma"},        {"pclmul", "pclmulqdq"}, {"clmul", "pclmulqdq"},
    {"sha", "sha_ni"},      {"aesni", "aes"},        {"rdrnd", "rdrand"},
    {"cmpxchg16b", "cx16"}, {"avx512", "avx512f"},   {"avx512vbmi1", "avx512vbmi"},
    {"vl", "avx512vl"},     {"amx", "amx_tile"},     {"avxvnni", "avx_vnni"},
    {"x86_64", "lm"},       {"neon", "asimd"},       {"simd", "asimd"},
    {"fp16", "asimdhp"},    {"dotprod", "asimddp"},  {"lse", "atomics"},
};

// Those of vectors and arithmetic, which ports ask for, before the rest: the first of equals is
// suggested.
constexpr std::string_view kNames[] = {
    "mmx",
    "sse",
    "sse2",
    "pni",
    "ssse3",
    "sse4_1",
    "sse4_2",
    "sse4a",
    "avx",
    "f16c",
    "fma",
    "fma4",
    "xop",
    "tbm",
    "avx2",
    "bmi1",
    "bmi2",
    "abm",
    "popcnt",
    "movbe",
    "adx",
    "aes",
    "vaes",
    "pclmulqdq",
    "vpclmulqdq",
    "gfni",
    "sha_ni",
    "sha512",
    "sm3",
    "sm4",
    "avx512f",
    "avx512cd",
    "avx512bw",
    "avx512dq",
    "avx512vl",
    "avx512ifma",
    "avx512vbmi",
    "avx512_vbmi2",
    "avx512_vnni",
    "avx512_bitalg",
    "avx512_vpopcntdq",
    "avx512_bf16",
    "avx512_fp16",
    "avx512_vp2intersect",
    "avx512_4vnniw",
    "avx512_4fmaps",
    "avx512er",
    "avx512pf",
    "avx_vnni",
    "avx_vnni_int8",
    "avx_vnni_int16",
    "avx_ifma",
    "avx_ne_convert",
    "avx10",
    "amx_tile",
    "amx_int8",
    "amx_bf16",
    "amx_fp16",
    "amx_complex",
    "3dnow",
    "3dnowext",
    "3dnowprefetch",
    "mmxext",
    "cxmmx",
    "misalignsse",
    "erms",
    "fsrm",
    "fzrm",
    "fsrs",
    "fsrc",
    "rdrand",
    "rdseed",
    "rdpid",
    "rdtscp",
    "xsave",
    "xsaveopt",
    "xsavec",
    "xgetbv1",
    "xsaves",
    "osxsave",
    "fsgsbase",
    "clflush",
    "clflushopt",
    "clwb",
    "clzero",
    "cldemote",
    "movdiri",
    "movdir64b",
    "prefetchi",
    "serialize",
    "waitpkg",
    "cmpccxadd",
    "cx8",
    "cx16",
    "cmov",
    "lahf_lm",
    "fxsr",
    "fxsr_opt",
    "lm",
    "tsc",
    "syscall",
    "fpu",
    "vme",
    "de",
    "pse",
    "msr",
    "pae",
    "mce",
    "apic",
    "sep",
    "mtrr",
    "pge",
    "mca",
    "pat",
    "pse36",
    "pn",
    "dts",
    "acpi",
    "ss",
    "ht",
    "tm",
    "ia64",
    "pbe",
    "mp",
    "nx",
    "pdpe1gb",
    "up",
    "art",
    "arch_perfmon",
    "pebs",
    "bts",
    "constant_tsc",
    "nonstop_tsc",
    "tsc_reliable",
    "tsc_known_freq",
    "tsc_adjust",
    "tsc_deadline_timer",
    "rep_good",
    "nopl",
    "xtopology",
    "cpuid",
    "extd_apicid",
    "amd_dcm",
    "aperfmperf",
    "rapl",
    "dtes64",
    "monitor",
    "ds_cpl",
    "vmx",
    "smx",
    "est",
    "tm2",
    "cid",
    "sdbg",
    "xtpr",
    "pdcm",
    "pcid",
    "dca",
    "x2apic",
    "hypervisor",
    "cmp_legacy",
    "svm",
    "extapic",
    "cr8_legacy",
    "osvw",
    "ibs",
    "skinit",
    "wdt",
    "lwp",
    "tce",
    "nodeid_msr",
    "topoext",
    "perfctr_core",
    "perfctr_nb",
    "perfctr_llc",
    "bpext",
    "ptsc",
    "mwaitx",
    "cpb",
    "epb",
    "sgx",
    "hle",
    "rtm",
    "smep",
    "smap",
    "umip",
    "invpcid",
    "invpcid_single",
    "cqm",
    "mpx",
    "rdt_a",
    "intel_pt",
    "pku",
    "ospke",
    "shstk",
    "ibt",
    "user_shstk",
    "tme",
    "la57",
    "bus_lock_detect",
    "split_lock_detect",
    "enqcmd",
    "md_clear",
    "pconfig",
    "arch_lbr",
    "lam",
    "lkgs",
    "wrmsrns",
    "wbnoinvd",
    "arch_capabilities",
    "flush_l1d",
    "spec_ctrl",
    "ssbd",
    "ibrs",
    "ibpb",
    "stibp",
    "ida",
    "arat",
    "pln",
    "pts",
    "hwp",
    "hwp_epp",
};

/// How many characters have to be inserted, removed or replaced.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// Without what is a matter of taste: "AVX-2", "avx_2".
std::string bare(std::string_view name) {
  std::string out;
  for (const char c : name)
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

} // namespace

std::span<const std::string_view> feature_names() {
  return kNames;
}

std::optional<std::string> likely_feature_name(std::string_view name,
                                               std::span<const std::string_view> known) {
  const std::string wanted = bare(name);
  for (const Alias& alias : kAliases)
    if (wanted == bare(alias.said) && std::ranges::find(known, alias.name) != known.end())
      return std::string(alias.name);
  const auto far = [&](std::string_view some) { return distance(wanted, bare(some)); };
  const auto best = std::ranges::min_element(known, {}, far);
  // A third of another name is another name.
  if (best == known.end() || far(*best) > wanted.size() / 3) return {};
  return std::string(*best);
}

} // namespace ulna
