// Two bytes of data among the code that read as rcpps together with the next instruction.
asm(".text\n"
    ".globl with_data\n"
    ".type with_data, @function\n"
    "with_data:\n"
    "  jmp 1f\n"
    "  .byte 0x0f, 0x53\n"
    "1: ret\n"
    ".size with_data, .-with_data\n");
