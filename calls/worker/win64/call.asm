; The watched call (call.h), called as Linux calls, and calling as Windows does. Offsets of WatchedCall:
%define FUNCTION       0
%define INTEGERS       8
%define NUM_INTEGERS 104
%define RETURNED     112
%define MXCSR        120
%define MXCSR_AFTER  124
%define RSP_BEFORE   128
%define RSP_AFTER    136
%define FLAGS        144
%define FLAGS_AFTER  152
%define SCRATCH      160
%define MARK         184
%define REGS_AFTER   192
%define X87_AFTER    256
%define FRAME_AFTER  288
%define BELOW        296
%define WORDS_BELOW  304
%define VECTOR_BYTES 312
%define FRAME        320
%define SAVED        328
%define HOME         392
%define MASKS        424
%define X87          488
%define VECTORS      576
%define VECTORS_AFTER 2624

; Home space for the first four arguments, and the others above it.
%macro STACK_WORDS 3
        mov     %1, [%2 + NUM_INTEGERS]
        mov     %3, 4
        cmp     %1, %3
        cmovb   %1, %3
%endmacro

%macro PLACE_ON_STACK 0
.argument:
        dec     rcx
        cmp     rcx, 4
        jl      .arguments_done
        mov     rax, [r10 + INTEGERS + 8 * rcx]
        mov     [rsp + 8 * rcx], rax
        jmp     .argument
.arguments_done:
%assign i 0
%rep 4
        mov     rax, [r10 + HOME + 8 * i]
        mov     [rsp + 8 * i], rax
%assign i i + 1
%endrep
%endmacro

%macro LOAD_SAVED_AND_ARGUMENTS 0
        mov     rbx, [r10 + SAVED]
        mov     rbp, [r10 + SAVED + 8]
        mov     rdi, [r10 + SAVED + 16]
        mov     rsi, [r10 + SAVED + 24]
        mov     r12, [r10 + SAVED + 32]
        mov     r13, [r10 + SAVED + 40]
        mov     r14, [r10 + SAVED + 48]
        mov     r15, [r10 + SAVED + 56]
        mov     rcx, [r10 + INTEGERS]
        mov     rdx, [r10 + INTEGERS + 8]
        mov     r8, [r10 + INTEGERS + 16]
        mov     r9, [r10 + INTEGERS + 24]
%endmacro

%macro STORE_SAVED 0
        mov     [rax + REGS_AFTER], rbx
        mov     [rax + REGS_AFTER + 8], rbp
        mov     [rax + REGS_AFTER + 16], rdi
        mov     [rax + REGS_AFTER + 24], rsi
        mov     [rax + REGS_AFTER + 32], r12
        mov     [rax + REGS_AFTER + 40], r13
        mov     [rax + REGS_AFTER + 48], r14
        mov     [rax + REGS_AFTER + 56], r15
%assign i 0
%rep 10
%assign v 6 + i
        movaps  [rax + VECTORS_AFTER + 16 * i], xmm%[v]
%assign i i + 1
%endrep
%endmacro

%include "calls/worker/x86/call_64.inc"
