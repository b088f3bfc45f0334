// Whether an instruction of AArch64 stores, by the words that GNU as makes of them.

#include "calls/worker/aarch64/access.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

struct Access {
  uint32_t word;
  const char* text;
  bool stores;
};

constexpr Access kAccesses[] = {
    {0xf9000020, "str x0, [x1]", true},
    {0xf9400020, "ldr x0, [x1]", false},
    {0x39001420, "strb w0, [x1, 5]", true},
    {0xb9800420, "ldrsw x0, [x1, 4]", false},
    {0xb81fd020, "stur w0, [x1, -3]", true},
    {0xb85fd020, "ldur w0, [x1, -3]", false},
    {0xb8227820, "str w0, [x1, x2, lsl 2]", true},
    {0xb8627820, "ldr w0, [x1, x2, lsl 2]", false},
    {0xb8004420, "str w0, [x1], 4", true},
    {0xb8404c20, "ldr w0, [x1, 4]!", false},
    {0xb8000820, "sttr w0, [x1]", true},
    {0xb8400820, "ldtr w0, [x1]", false},
    {0xa9000440, "stp x0, x1, [x2]", true},
    {0xa9400440, "ldp x0, x1, [x2]", false},
    {0xad010440, "stp q0, q1, [x2, 32]", true},
    {0x6cc10440, "ldp d0, d1, [x2], 16", false},
    {0x69400440, "ldpsw x0, x1, [x2]", false},
    {0xa8000440, "stnp x0, x1, [x2]", true},
    {0xa8400440, "ldnp x0, x1, [x2]", false},
    {0x3d800020, "str q0, [x1]", true},
    {0x3dc00020, "ldr q0, [x1]", false},
    {0x3ca26820, "str q0, [x1, x2]", true},
    {0x3ce26820, "ldr q0, [x1, x2]", false},
    {0x3c801020, "stur q0, [x1, 1]", true},
    {0x3cc01020, "ldur q0, [x1, 1]", false},
    {0xbd000020, "str s0, [x1]", true},
    {0xbd400020, "ldr s0, [x1]", false},
    {0x7d000420, "str h0, [x1, 2]", true},
    {0x3d400420, "ldr b0, [x1, 1]", false},
    {0x58000000, "ldr x0, .", false},
    {0x9c000000, "ldr q0, .", false},
    {0xc8007c41, "stxr w0, x1, [x2]", true},
    {0xc85f7c41, "ldxr x1, [x2]", false},
    {0xc8208861, "stlxp w0, x1, x2, [x3]", true},
    {0xc87f8861, "ldaxp x1, x2, [x3]", false},
    {0xc89ffc20, "stlr x0, [x1]", true},
    {0xc8dffc20, "ldar x0, [x1]", false},
    {0x88a07c41, "cas w0, w1, [x2]", true},
    {0xc8e0fc41, "casal x0, x1, [x2]", true},
    {0x48207c82, "casp x0, x1, x2, x3, [x4]", true},
    {0xb8200041, "ldadd w0, w1, [x2]", true},
    {0xf821005f, "stadd x1, [x2]", true},
    {0xb8208041, "swp w0, w1, [x2]", true},
    {0x38bfc020, "ldaprb w0, [x1]", false},
    {0xf8bfc020, "ldapr x0, [x1]", false},
    {0xd9008020, "stlur x0, [x1, 8]", true},
    {0xd9408020, "ldapur x0, [x1, 8]", false},
    {0x4c007800, "st1 {v0.4s}, [x0]", true},
    {0x4c407800, "ld1 {v0.4s}, [x0]", false},
    {0x4c9f4800, "st3 {v0.4s, v1.4s, v2.4s}, [x0], 48", true},
    {0x4cdf4800, "ld3 {v0.4s, v1.4s, v2.4s}, [x0], 48", false},
    {0x4d008000, "st1 {v0.s}[2], [x0]", true},
    {0x4d408000, "ld1 {v0.s}[2], [x0]", false},
    {0x4d40c800, "ld1r {v0.4s}, [x0]", false},
    {0xd50b7420, "dc zva, x0", true},
    {0xd9200820, "stg x0, [x1]", true},
    {0xd9600020, "ldg x0, [x1]", false},
    {0xe540e000, "st1w z0.s, p0, [x0]", true},
    {0xa540a000, "ld1w z0.s, p0/z, [x0]", false},
    {0xa55f6000, "ldff1w z0.s, p0/z, [x0]", false},
    {0xa550a000, "ldnf1w z0.s, p0/z, [x0]", false},
    {0x8540c000, "ld1rw z0.s, p0/z, [x0]", false},
    {0x85414000, "ld1w z0.s, p0/z, [x0, z1.s, sxtw]", false},
    {0xe541c000, "st1w z0.s, p0, [x0, z1.s, sxtw]", true},
    {0xc5c1c000, "ld1d z0.d, p0/z, [x0, z1.d]", false},
    {0xe581a000, "st1d z0.d, p0, [x0, z1.d]", true},
    {0xe550e000, "st3w {z0.s, z1.s, z2.s}, p0, [x0]", true},
    {0xa540e000, "ld3w {z0.s, z1.s, z2.s}, p0/z, [x0]", false},
    {0xe5804000, "str z0, [x0]", true},
    {0x85804000, "ldr z0, [x0]", false},
    {0xe5800000, "str p0, [x0]", true},
    {0x85800000, "ldr p0, [x0]", false},
};

TEST(AArch64Access, IsAStoreOrALoad) {
  for (const Access& access : kAccesses)
    EXPECT_EQ(stores(access.word), access.stores) << access.text;
}

TEST(AArch64Access, OfWhatIsNoneIsNoStore) {
  EXPECT_FALSE(stores(0xd65f03c0)); // ret
  EXPECT_FALSE(stores(0x4e20d400)); // fadd v0.4s, v0.4s, v0.4s
  EXPECT_FALSE(stores(0));
}

} // namespace
} // namespace ulna
