// Whether an instruction of RISC-V stores, by the words that GNU as makes of them.

#include "calls/worker/riscv64/access.h"

#include <gtest/gtest.h>

namespace ulna {
namespace {

struct Access {
  uint32_t word;
  const char* text;
  bool stores;
};

constexpr Access kAccesses[] = {
    {0x00a5b423, "sd a0, 8(a1)", true},
    {0x0085b503, "ld a0, 8(a1)", false},
    {0x00a5a023, "sw a0, 0(a1)", true},
    {0x0005e503, "lwu a0, 0(a1)", false},
    {0x00a580a3, "sb a0, 1(a1)", true},
    {0x0015c503, "lbu a0, 1(a1)", false},
    {0x00a5a027, "fsw fa0, 0(a1)", true},
    {0x0005a507, "flw fa0, 0(a1)", false},
    {0x00a5b027, "fsd fa0, 0(a1)", true},
    {0x0005b507, "fld fa0, 0(a1)", false},
    {0x1005b52f, "lr.d a0, (a1)", false},
    {0x18c5b52f, "sc.d a0, a2, (a1)", true},
    {0x00c5a52f, "amoadd.w a0, a2, (a1)", true},
    {0x0ec5b52f, "amoswap.d.aqrl a0, a2, (a1)", true},
    {0x02056027, "vse32.v v0, (a0)", true},
    {0x02056007, "vle32.v v0, (a0)", false},
    {0x03056007, "vle32ff.v v0, (a0)", false},
    {0x0ab57027, "vsse64.v v0, (a0), a1", true},
    {0x0ab57007, "vlse64.v v0, (a0), a1", false},
    {0x06456027, "vsuxei32.v v0, (a0), v4", true},
    {0x06456007, "vluxei32.v v0, (a0), v4", false},
    {0xe2850027, "vs8r.v v0, (a0)", true},
    {0xe2850007, "vl8re8.v v0, (a0)", false},
    {0x02b50027, "vsm.v v0, (a0)", true},
    {0x02b50007, "vlm.v v0, (a0)", false},
    {0xe588, "c.sd a0, 8(a1)", true},
    {0x6588, "c.ld a0, 8(a1)", false},
    {0xc188, "c.sw a0, 0(a1)", true},
    {0x4188, "c.lw a0, 0(a1)", false},
    {0xa188, "c.fsd fa0, 0(a1)", true},
    {0x2188, "c.fld fa0, 0(a1)", false},
    {0xe406, "c.sdsp ra, 8(sp)", true},
    {0x60a2, "c.ldsp ra, 8(sp)", false},
    {0xc22a, "c.swsp a0, 4(sp)", true},
    {0x4512, "c.lwsp a0, 4(sp)", false},
    {0xa42a, "c.fsdsp fa0, 8(sp)", true},
    {0x2522, "c.fldsp fa0, 8(sp)", false},
};

TEST(Riscv64Access, IsAStoreOrALoad) {
  for (const Access& access : kAccesses)
    EXPECT_EQ(stores(access.word), access.stores) << access.text;
}

} // namespace
} // namespace ulna
