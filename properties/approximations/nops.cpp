// Room for an instruction, which the test writes.
asm(".text\n"
    ".globl nops\n"
    ".type nops, @function\n"
    "nops:\n"
    "  .skip 64, 0x90\n"
    "  ret\n"
    ".size nops, .-nops\n");
