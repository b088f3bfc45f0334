// How /proc/cpuinfo spells the features of AArch64 processors: the bits of AT_HWCAP and AT_HWCAP2
// in their order (Linux, Documentation/arm64/elf_hwcaps).
#pragma once

#include <string_view>

namespace ulna {

inline constexpr std::string_view kAArch64Hwcap[] = {
    "fp",      "asimd", "evtstrm", "aes",   "pmull",    "sha1",   "sha2", "crc32",
    "atomics", "fphp",  "asimdhp", "cpuid", "asimdrdm", "jscvt",  "fcma", "lrcpc",
    "dcpop",   "sha3",  "sm3",     "sm4",   "asimddp",  "sha512", "sve",  "asimdfhm",
    "dit",     "uscat", "ilrcpc",  "flagm", "ssbs",     "sb",     "paca", "pacg",
};
inline constexpr std::string_view kAArch64Hwcap2[] = {
    "dcpodp",    "sve2",      "sveaes",  "svepmull",  "svebitperm", "svesha3",    "svesm4",
    "flagm2",    "frint",     "svei8mm", "svef32mm",  "svef64mm",   "svebf16",    "i8mm",
    "bf16",      "dgh",       "rng",     "bti",       "mte",        "ecv",        "afp",
    "rpres",     "mte3",      "sme",     "smei16i64", "smef64f64",  "smei8i32",   "smef16f32",
    "smeb16f32", "smef32f32", "smefa64", "wfxt",      "ebf16",      "sveebf16",   "cssc",
    "rprfm",     "sve2p1",    "sme2",    "sme2p1",    "smei16i32",  "smebi32i32", "smeb16b16",
    "smef16f16", "mops",      "hbc",     "sveb16b16",
};

/// Of x86-64, in the order in which the worker tells of them (worker/x86/call.cpp).
inline constexpr std::string_view kX86Features[] = {
    "mmx",  "sse",  "sse2", "pni",  "ssse3",   "sse4_1",   "sse4_2",   "popcnt",   "avx",     "fma",
    "bmi1", "bmi2", "avx2", "f16c", "avx512f", "avx512vl", "avx512dq", "avx512bw", "avx512cd"};

/// Extensions of one letter.
inline constexpr std::string_view kRiscvHwcap[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i",
                                                   "j", "k", "l", "m", "n", "o", "p", "q", "r",
                                                   "s", "t", "u", "v", "w", "x", "y", "z"};

/// Of more letters, that the emulated processors have; no bit tells of them.
inline constexpr std::string_view kRiscvMore[] = {"zba", "zbb", "zbc", "zbs"};

/// Of WebAssembly, as Clang calls them; the worker says whether the engine has the first, and the
/// others it has (worker/wasm).
inline constexpr std::string_view kWasmFeatures[] = {
    "relaxed-simd", "simd128",    "bulk-memory",         "mutable-globals",
    "sign-ext",     "multivalue", "nontrapping-fptoint", "reference-types"};

} // namespace ulna
