; The watched call (call.h). Offsets of WatchedCall:
%define FUNCTION       0
%define INTEGERS       8
%define STACK         56
%define NUM_STACK    104
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
%define X87_AFTER    240
%define FRAME_AFTER  272
%define BELOW        280
%define WORDS_BELOW  288
%define VECTOR_BYTES 296
%define MASKS        304
%define FRAME        368
%define SAVED        376
%define X87          424
%define VECTORS      512

; Arguments behind the sixth.
%macro STACK_WORDS 3
        mov     %1, [%2 + NUM_STACK]
%endmacro

%macro PLACE_ON_STACK 0
.argument:
        dec     rcx
        js      .arguments_done
        mov     rax, [r10 + STACK + 8 * rcx]
        mov     [rsp + 8 * rcx], rax
        jmp     .argument
.arguments_done:
%endmacro

%macro LOAD_SAVED_AND_ARGUMENTS 0
        mov     rbx, [r10 + SAVED]
        mov     rbp, [r10 + SAVED + 8]
        mov     r12, [r10 + SAVED + 16]
        mov     r13, [r10 + SAVED + 24]
        mov     r14, [r10 + SAVED + 32]
        mov     r15, [r10 + SAVED + 40]
        mov     rdi, [r10 + INTEGERS]
        mov     rsi, [r10 + INTEGERS + 8]
        mov     rdx, [r10 + INTEGERS + 16]
        mov     rcx, [r10 + INTEGERS + 24]
        mov     r8, [r10 + INTEGERS + 32]
        mov     r9, [r10 + INTEGERS + 40]
%endmacro

%macro STORE_SAVED 0
        mov     [rax + REGS_AFTER], rbx
        mov     [rax + REGS_AFTER + 8], rbp
        mov     [rax + REGS_AFTER + 16], r12
        mov     [rax + REGS_AFTER + 24], r13
        mov     [rax + REGS_AFTER + 32], r14
        mov     [rax + REGS_AFTER + 40], r15
%endmacro

%include "calls/worker/x86/call_64.inc"
