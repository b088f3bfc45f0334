// An approximation in the constant of another instruction, where a pointer leads.
asm(".text\n"
    ".globl hides\n"
    ".type hides, @function\n"
    "hides:\n"
    "  jmp *where(%rip)\n"
    "hiding:\n"
    "  movabs $0x909090c3c1520ff3, %rax\n" // rsqrtss %xmm1, %xmm0; ret
    "  ret\n"
    ".size hides, .-hides\n"
    ".data\n"
    ".balign 8\n"
    "where:\n"
    "  .quad hiding + 2\n");
