; The watched call (call.h). Offsets of WatchedCall:
%define FUNCTION       0
%define INTEGERS       8
%define STACK         56
%define NUM_STACK    104
%define RETURNED     112
%define XMM0         128
%define MXCSR        144
%define MXCSR_AFTER  148
%define RSP_BEFORE   152
%define RSP_AFTER    160
%define FLAGS_AFTER  168
%define REGS_AFTER   176
%define X87_AFTER    224
%define FRAME_AFTER  256

%define FRAME        256

%define REGISTER_MARK 0xc0ffee5a17ed0000
%define DEFAULT_MXCSR 0x1f80

default rel

; No register can be trusted after the call, so the record is found again through the thread.
section .tbss nobits alloc write tls align=8
global ulna_current_call:object hidden
ulna_current_call: resq 1

section .rodata
default_mxcsr: dd DEFAULT_MXCSR

section .text
global ulna_watched_call:function hidden

; void ulna_watched_call(WatchedCall* rdi)
ulna_watched_call:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        ; The caller's frame, which is not the port's to write: canaries where Windows has its home
        ; space, and beyond. With 8 bytes more the stack is 16-byte aligned at the call.
        sub     rsp, FRAME + 8
        mov     r10, rdi
        mov     rdi, rsp
        mov     rax, REGISTER_MARK
        mov     ecx, FRAME / 8
        rep stosq
        mov     rdi, r10

        ; The arguments on the stack, which are the port's to write: an even number of words below
        ; the canaries, so that the stack stays aligned.
        mov     rcx, [rdi + NUM_STACK]
        lea     rax, [rcx + 1]
        and     rax, -2
        shl     rax, 3
        sub     rsp, rax
.argument:
        dec     rcx
        js      .arguments_done
        mov     rax, [rdi + STACK + 8 * rcx]
        mov     [rsp + 8 * rcx], rax
        jmp     .argument
.arguments_done:

        mov     rax, [rel ulna_current_call wrt ..gottpoff]
        mov     [fs:rax], rdi
        mov     [rdi + RSP_BEFORE], rsp
        mov     r11, [rdi + FUNCTION]
        movaps  xmm0, [rdi + XMM0]
        fninit
        cld
        ldmxcsr [rdi + MXCSR]

        mov     rbx, REGISTER_MARK
        lea     rbp, [rbx + 1]
        lea     r12, [rbx + 2]
        lea     r13, [rbx + 3]
        lea     r14, [rbx + 4]
        lea     r15, [rbx + 5]
        mov     rsi, [rdi + INTEGERS + 8]
        mov     rdx, [rdi + INTEGERS + 16]
        mov     rcx, [rdi + INTEGERS + 24]
        mov     r8, [rdi + INTEGERS + 32]
        mov     r9, [rdi + INTEGERS + 40]
        mov     rdi, [rdi + INTEGERS]
        call    r11

        mov     r11, rax
        mov     rax, [rel ulna_current_call wrt ..gottpoff]
        mov     rax, [fs:rax]
        mov     [rax + RETURNED], r11
        mov     [rax + RSP_AFTER], rsp
        mov     rsp, [rax + RSP_BEFORE]
        pushfq                          ; nothing above touches the flags
        pop     qword [rax + FLAGS_AFTER]
        cld
        mov     [rax + REGS_AFTER], rbx
        mov     [rax + REGS_AFTER + 8], rbp
        mov     [rax + REGS_AFTER + 16], r12
        mov     [rax + REGS_AFTER + 24], r13
        mov     [rax + REGS_AFTER + 32], r14
        mov     [rax + REGS_AFTER + 40], r15
        stmxcsr [rax + MXCSR_AFTER]
        ldmxcsr [default_mxcsr]
        fnstenv [rax + X87_AFTER]
        fninit

        mov     rcx, [rax + NUM_STACK]
        inc     rcx
        and     rcx, -2
        lea     rsp, [rsp + 8 * rcx]

        mov     rdx, REGISTER_MARK
        xor     ecx, ecx
        xor     r8d, r8d
.canary:
        cmp     [rsp + 8 * rcx], rdx
        setne   r9b
        movzx   r9d, r9b
        add     r8d, r9d
        inc     ecx
        cmp     ecx, FRAME / 8
        jb      .canary
        mov     [rax + FRAME_AFTER], r8

        add     rsp, FRAME + 8
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret

section .note.GNU-stack noalloc noexec nowrite progbits
