#include "code/features.h"

#include "code/decode.h"
#include "report/machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace ulna::code {
namespace {

/// The features behind an instruction set of Zydis, separated by spaces; null: not known. The
/// spelling is that of Linux, arch/x86/include/asm/cpufeatures.h.
const char* features_of(ZydisISASet set) {
  switch (set) {
  // What every CPU has that runs x86-64 Linux: psABI, "x86-64" baseline.
  case ZYDIS_ISA_SET_I86:
  case ZYDIS_ISA_SET_I186:
  case ZYDIS_ISA_SET_I286REAL:
  case ZYDIS_ISA_SET_I286PROTECTED:
  case ZYDIS_ISA_SET_I386:
  case ZYDIS_ISA_SET_I486:
  case ZYDIS_ISA_SET_I486REAL:
  case ZYDIS_ISA_SET_PENTIUMREAL:
  case ZYDIS_ISA_SET_PENTIUMMMX:
  case ZYDIS_ISA_SET_PPRO:
  case ZYDIS_ISA_SET_CMOV:
  case ZYDIS_ISA_SET_FCMOV:
  case ZYDIS_ISA_SET_X87:
  case ZYDIS_ISA_SET_FXSAVE:
  case ZYDIS_ISA_SET_FXSAVE64:
  case ZYDIS_ISA_SET_LONGMODE:
  case ZYDIS_ISA_SET_SSE:
  case ZYDIS_ISA_SET_SSE2:
  case ZYDIS_ISA_SET_SSE2MMX:
  case ZYDIS_ISA_SET_SSEMXCSR:
  case ZYDIS_ISA_SET_SSE_PREFETCH:
  // Hints, which older CPUs take for something that does nothing.
  case ZYDIS_ISA_SET_FAT_NOP:
  case ZYDIS_ISA_SET_PAUSE:
  case ZYDIS_ISA_SET_PREFETCH_NOP:
  case ZYDIS_ISA_SET_PREFETCHWT1:
  case ZYDIS_ISA_SET_CLDEMOTE:
    return "";
  case ZYDIS_ISA_SET_SSE3:
  case ZYDIS_ISA_SET_SSE3X87:
    return "pni";
  case ZYDIS_ISA_SET_SSSE3:
  case ZYDIS_ISA_SET_SSSE3MMX:
    return "ssse3";
  case ZYDIS_ISA_SET_SSE4:
    return "sse4_1";
  case ZYDIS_ISA_SET_SSE42:
    return "sse4_2";
  case ZYDIS_ISA_SET_SSE4A:
    return "sse4a";
  case ZYDIS_ISA_SET_POPCNT:
    return "popcnt";
  case ZYDIS_ISA_SET_LZCNT:
    return "abm";
  case ZYDIS_ISA_SET_MOVBE:
    return "movbe";
  case ZYDIS_ISA_SET_CMPXCHG16B:
    return "cx16";
  case ZYDIS_ISA_SET_LAHF:
    return "lahf_lm";
  case ZYDIS_ISA_SET_ADOX_ADCX:
    return "adx";
  case ZYDIS_ISA_SET_AES:
    return "aes";
  case ZYDIS_ISA_SET_PCLMULQDQ:
    return "pclmulqdq";
  case ZYDIS_ISA_SET_SHA:
    return "sha_ni";
  case ZYDIS_ISA_SET_GFNI:
    return "gfni";
  case ZYDIS_ISA_SET_RDRAND:
    return "rdrand";
  case ZYDIS_ISA_SET_RDSEED:
    return "rdseed";
  case ZYDIS_ISA_SET_RDTSCP:
    return "rdtscp";
  case ZYDIS_ISA_SET_RDPID:
    return "rdpid";
  case ZYDIS_ISA_SET_RDWRFSGS:
    return "fsgsbase";
  case ZYDIS_ISA_SET_RTM:
    return "rtm";
  case ZYDIS_ISA_SET_XSAVE:
    return "xsave";
  case ZYDIS_ISA_SET_XSAVEC:
    return "xsavec";
  case ZYDIS_ISA_SET_XSAVEOPT:
    return "xsaveopt";
  case ZYDIS_ISA_SET_CLFSH:
    return "clflush";
  case ZYDIS_ISA_SET_CLFLUSHOPT:
    return "clflushopt";
  case ZYDIS_ISA_SET_CLWB:
    return "clwb";
  case ZYDIS_ISA_SET_MOVDIR:
    return "movdiri movdir64b";
  case ZYDIS_ISA_SET_SERIALIZE:
    return "serialize";
  case ZYDIS_ISA_SET_WAITPKG:
    return "waitpkg";
  case ZYDIS_ISA_SET_PKU:
    return "pku";
  case ZYDIS_ISA_SET_AMD3DNOW:
    return "3dnow";
  case ZYDIS_ISA_SET_FMA4:
    return "fma4";
  case ZYDIS_ISA_SET_XOP:
    return "xop";
  case ZYDIS_ISA_SET_TBM:
    return "tbm";
  case ZYDIS_ISA_SET_BMI1:
    return "bmi1";
  case ZYDIS_ISA_SET_BMI2:
    return "bmi2";
  case ZYDIS_ISA_SET_AVX:
    return "avx";
  case ZYDIS_ISA_SET_AVX2:
  case ZYDIS_ISA_SET_AVX2GATHER:
    return "avx2";
  case ZYDIS_ISA_SET_F16C:
    return "f16c";
  case ZYDIS_ISA_SET_FMA:
    return "fma";
  case ZYDIS_ISA_SET_AVXAES:
    return "aes avx";
  case ZYDIS_ISA_SET_VAES:
    return "vaes avx";
  case ZYDIS_ISA_SET_VPCLMULQDQ:
    return "vpclmulqdq avx";
  case ZYDIS_ISA_SET_AVX_GFNI:
    return "gfni avx";
  case ZYDIS_ISA_SET_AVX_VNNI:
    return "avx_vnni";
  case ZYDIS_ISA_SET_AVX512F_512:
  case ZYDIS_ISA_SET_AVX512F_KOP:
  case ZYDIS_ISA_SET_AVX512F_SCALAR:
  case ZYDIS_ISA_SET_AVX512F_128N:
    return "avx512f";
  case ZYDIS_ISA_SET_AVX512F_128:
  case ZYDIS_ISA_SET_AVX512F_256:
    return "avx512f avx512vl";
  case ZYDIS_ISA_SET_AVX512DQ_512:
  case ZYDIS_ISA_SET_AVX512DQ_KOP:
  case ZYDIS_ISA_SET_AVX512DQ_SCALAR:
  case ZYDIS_ISA_SET_AVX512DQ_128N:
    return "avx512dq";
  case ZYDIS_ISA_SET_AVX512DQ_128:
  case ZYDIS_ISA_SET_AVX512DQ_256:
    return "avx512dq avx512vl";
  case ZYDIS_ISA_SET_AVX512BW_512:
  case ZYDIS_ISA_SET_AVX512BW_KOP:
  case ZYDIS_ISA_SET_AVX512BW_128N:
    return "avx512bw";
  case ZYDIS_ISA_SET_AVX512BW_128:
  case ZYDIS_ISA_SET_AVX512BW_256:
    return "avx512bw avx512vl";
  case ZYDIS_ISA_SET_AVX512CD_512:
    return "avx512cd";
  case ZYDIS_ISA_SET_AVX512CD_128:
  case ZYDIS_ISA_SET_AVX512CD_256:
    return "avx512cd avx512vl";
  case ZYDIS_ISA_SET_AVX512ER_512:
  case ZYDIS_ISA_SET_AVX512ER_SCALAR:
    return "avx512er";
  case ZYDIS_ISA_SET_AVX512PF_512:
    return "avx512pf";
  case ZYDIS_ISA_SET_AVX512_4FMAPS_512:
  case ZYDIS_ISA_SET_AVX512_4FMAPS_SCALAR:
    return "avx512_4fmaps";
  case ZYDIS_ISA_SET_AVX512_4VNNIW_512:
    return "avx512_4vnniw";
  case ZYDIS_ISA_SET_AVX512_BF16_512:
    return "avx512_bf16";
  case ZYDIS_ISA_SET_AVX512_BF16_128:
  case ZYDIS_ISA_SET_AVX512_BF16_256:
    return "avx512_bf16 avx512vl";
  case ZYDIS_ISA_SET_AVX512_BITALG_512:
    return "avx512_bitalg";
  case ZYDIS_ISA_SET_AVX512_BITALG_128:
  case ZYDIS_ISA_SET_AVX512_BITALG_256:
    return "avx512_bitalg avx512vl";
  case ZYDIS_ISA_SET_AVX512_FP16_512:
  case ZYDIS_ISA_SET_AVX512_FP16_SCALAR:
  case ZYDIS_ISA_SET_AVX512_FP16_128N:
    return "avx512_fp16";
  case ZYDIS_ISA_SET_AVX512_FP16_128:
  case ZYDIS_ISA_SET_AVX512_FP16_256:
    return "avx512_fp16 avx512vl";
  case ZYDIS_ISA_SET_AVX512_GFNI_512:
    return "avx512f gfni";
  case ZYDIS_ISA_SET_AVX512_GFNI_128:
  case ZYDIS_ISA_SET_AVX512_GFNI_256:
    return "avx512vl gfni";
  case ZYDIS_ISA_SET_AVX512_IFMA_512:
    return "avx512ifma";
  case ZYDIS_ISA_SET_AVX512_IFMA_128:
  case ZYDIS_ISA_SET_AVX512_IFMA_256:
    return "avx512ifma avx512vl";
  case ZYDIS_ISA_SET_AVX512_VAES_512:
    return "avx512f vaes";
  case ZYDIS_ISA_SET_AVX512_VAES_128:
  case ZYDIS_ISA_SET_AVX512_VAES_256:
    return "avx512vl vaes";
  case ZYDIS_ISA_SET_AVX512_VBMI_512:
    return "avx512vbmi";
  case ZYDIS_ISA_SET_AVX512_VBMI_128:
  case ZYDIS_ISA_SET_AVX512_VBMI_256:
    return "avx512vbmi avx512vl";
  case ZYDIS_ISA_SET_AVX512_VBMI2_512:
    return "avx512_vbmi2";
  case ZYDIS_ISA_SET_AVX512_VBMI2_128:
  case ZYDIS_ISA_SET_AVX512_VBMI2_256:
    return "avx512_vbmi2 avx512vl";
  case ZYDIS_ISA_SET_AVX512_VNNI_512:
    return "avx512_vnni";
  case ZYDIS_ISA_SET_AVX512_VNNI_128:
  case ZYDIS_ISA_SET_AVX512_VNNI_256:
    return "avx512_vnni avx512vl";
  case ZYDIS_ISA_SET_AVX512_VP2INTERSECT_512:
    return "avx512_vp2intersect";
  case ZYDIS_ISA_SET_AVX512_VP2INTERSECT_128:
  case ZYDIS_ISA_SET_AVX512_VP2INTERSECT_256:
    return "avx512_vp2intersect avx512vl";
  case ZYDIS_ISA_SET_AVX512_VPCLMULQDQ_512:
    return "avx512f vpclmulqdq";
  case ZYDIS_ISA_SET_AVX512_VPCLMULQDQ_128:
  case ZYDIS_ISA_SET_AVX512_VPCLMULQDQ_256:
    return "avx512vl vpclmulqdq";
  case ZYDIS_ISA_SET_AVX512_VPOPCNTDQ_512:
    return "avx512_vpopcntdq";
  case ZYDIS_ISA_SET_AVX512_VPOPCNTDQ_128:
  case ZYDIS_ISA_SET_AVX512_VPOPCNTDQ_256:
    return "avx512_vpopcntdq avx512vl";
  default:
    return nullptr;
  }
}

/// A feature, and those that a CPU with it has as well.
struct Implication {
  std::string_view feature;
  std::string_view others;
};

/// As LLVM's X86.td states them, and popcnt and abm as GCC's manual does ("x86 Options": -msse4.2
/// and -mabm enable popcnt). In both, code that is compiled for the first is free to use the
/// others.
constexpr Implication kImplications[] = {
    {"ssse3", "pni"},
    {"sse4_1", "ssse3"},
    {"sse4_2", "sse4_1 popcnt"},
    {"sse4a", "pni"},
    {"abm", "popcnt"},
    {"avx", "sse4_2"},
    {"f16c", "avx"},
    {"fma", "avx"},
    {"fma4", "avx sse4a"},
    {"xop", "fma4"},
    {"avx2", "avx"},
    {"vaes", "aes avx"},
    {"vpclmulqdq", "avx pclmulqdq"},
    {"avx_vnni", "avx2"},
    {"avx512f", "avx2 f16c fma"},
    {"avx512cd", "avx512f"},
    {"avx512dq", "avx512f"},
    {"avx512bw", "avx512f"},
    {"avx512vl", "avx512f"},
    {"avx512er", "avx512f"},
    {"avx512pf", "avx512f"},
    {"avx512ifma", "avx512f"},
    {"avx512vbmi", "avx512bw"},
    {"avx512_vbmi2", "avx512bw"},
    {"avx512_bitalg", "avx512bw"},
    {"avx512_bf16", "avx512bw"},
    {"avx512_fp16", "avx512bw avx512dq avx512vl"},
    {"avx512_vnni", "avx512f"},
    {"avx512_vpopcntdq", "avx512f"},
    {"avx512_vp2intersect", "avx512f"},
    {"xsaveopt", "xsave"},
    {"xsavec", "xsave"},
};

} // namespace

Needs needs_of(const Instruction& instruction) {
  const Decoded d = decode(instruction);
  Needs needs;
  const auto& meta = d.info.meta;
  if (d.info.mnemonic == ZYDIS_MNEMONIC_TZCNT) return needs;
  // Of control-flow enforcement these are hints; the others are not.
  if (d.info.mnemonic == ZYDIS_MNEMONIC_ENDBR64 || d.info.mnemonic == ZYDIS_MNEMONIC_ENDBR32)
    return needs;
  const char* features = features_of(meta.isa_set);
  if (features) {
    needs.features = listed_features(features);
    std::sort(needs.features.begin(), needs.features.end());
  } else {
    needs.unknown = d.info.length == 0 ? "no instruction" : ZydisISASetGetString(meta.isa_set);
  }
  return needs;
}

bool covers(std::string_view declared, std::string_view feature) {
  std::vector<std::string> open = listed_features(declared);
  std::set<std::string> has;
  while (!open.empty()) {
    const std::string next = std::move(open.back());
    open.pop_back();
    if (next == feature) return true;
    if (!has.insert(next).second) continue;
    for (const Implication& i : kImplications)
      if (i.feature == next)
        for (std::string& other : listed_features(i.others)) open.push_back(std::move(other));
  }
  return false;
}

} // namespace ulna::code
