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

%define DEFAULT_MXCSR 0x1f80

default rel

; No register can be trusted after the call, so the record is found again through the thread.
section .tbss nobits alloc write tls align=8
global ulna_current_call:object hidden
ulna_current_call: resq 1

; A register would have to hold the function, and on the stack it would be what a port finds there.
; Calls that run at the same time are of one function.
section .bss
align 8
function: resq 1

section .rodata
default_mxcsr: dd DEFAULT_MXCSR

section .text
global ulna_watched_call:function hidden
global ulna_watched_return:function hidden

; void ulna_watched_call(WatchedCall* rdi)
ulna_watched_call:
        push    rbx
        push    rbp
        push    r12
        push    r13
        push    r14
        push    r15
        ; Home space for the first four arguments, and the others above it, all of which are the
        ; port's to write, and above them the caller's frame, which is not: canaries. With 8 bytes
        ; more, and an even number of words, the stack is aligned at 16 bytes at the call.
        mov     r10, rdi
        mov     rcx, [r10 + NUM_INTEGERS]
        mov     eax, 4
        cmp     rcx, rax
        cmovb   rcx, rax
        lea     rdx, [rcx + 1]
        and     rdx, -2
        mov     rax, [r10 + FRAME]
        lea     rax, [rax + 8 * rdx + 8]
        sub     rsp, rax
        lea     rdi, [rsp + 8 * rcx]
        sub     rdx, rcx
        mov     r8, rcx
        mov     rcx, [r10 + FRAME]
        shr     rcx, 3
        add     rcx, rdx
        mov     rax, [r10 + MARK]
        rep stosq
        mov     rcx, r8
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

        mov     rax, [rel ulna_current_call wrt ..gottpoff]
        mov     [fs:rax], r10
        mov     [r10 + RSP_BEFORE], rsp

        ; The stack below, as earlier calls left it.
        mov     rcx, [r10 + WORDS_BELOW]
        lea     rdi, [8 * rcx]
        neg     rdi
        add     rdi, rsp
        mov     rax, [r10 + BELOW]
        rep stosq

        mov     rax, [r10 + FUNCTION]
        mov     [function], rax

%assign i 0
%rep 8
        movq    mm%[i], [r10 + VECTORS + 64 * i]
%assign i i + 1
%endrep
        fldenv  [r10 + X87]             ; the registers are free, and hold what they hold

        cmp     dword [r10 + VECTOR_BYTES], 32
        je      .vectors_of_32
        ja      .vectors_of_64
%assign i 0
%rep 16
        movaps  xmm%[i], [r10 + VECTORS + 64 * i]
%assign i i + 1
%endrep
        jmp     .vectors_done
.vectors_of_32:
%assign i 0
%rep 16
        vmovaps ymm%[i], [r10 + VECTORS + 64 * i]
%assign i i + 1
%endrep
        jmp     .vectors_done
.vectors_of_64:
%assign i 0
%rep 32
        vmovaps zmm%[i], [r10 + VECTORS + 64 * i]
%assign i i + 1
%endrep
%assign i 0
%rep 8
        kmovq   k%[i], [r10 + MASKS + 8 * i]
%assign i i + 1
%endrep
.vectors_done:

        push    qword [r10 + FLAGS]
        popfq                           ; nothing below touches the flags
        lea     rax, [ulna_watched_return] ; lies where the flags lay
        push    rax
        ldmxcsr [r10 + MXCSR]
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
        mov     rax, [r10 + SCRATCH]
        mov     r11, [r10 + SCRATCH + 16]
        mov     r10, [r10 + SCRATCH + 8]
        jmp     [function]
ulna_watched_return:
        mov     r11, rax
        mov     rax, [rel ulna_current_call wrt ..gottpoff]
        mov     rax, [fs:rax]
        mov     [rax + RETURNED], r11
        mov     [rax + RSP_AFTER], rsp
        mov     rsp, [rax + RSP_BEFORE]
        pushfq                          ; nothing above touches the flags
        pop     qword [rax + FLAGS_AFTER]
        push    qword 0x202              ; neither the direction flag nor AC
        popfq
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
        stmxcsr [rax + MXCSR_AFTER]
        ldmxcsr [default_mxcsr]
        fnstenv [rax + X87_AFTER]
        fninit
        cmp     dword [rax + VECTOR_BYTES], 32
        jb      .no_upper_halves
        vzeroupper                      ; they cost compiled code time
.no_upper_halves:

        mov     rcx, [rax + NUM_INTEGERS]
        mov     edx, 4
        cmp     rcx, rdx
        cmovb   rcx, rdx
        lea     rdx, [rcx + 1]
        and     rdx, -2
        lea     rdx, [rsp + 8 * rdx]
        lea     rsp, [rsp + 8 * rcx]
        mov     rcx, [rax + FRAME]
        add     rcx, rdx                ; the end of the canaries
        mov     rdx, [rax + MARK]
        xor     r8d, r8d
.canary:
        cmp     [rsp], rdx
        setne   r9b
        movzx   r9d, r9b
        add     r8d, r9d
        add     rsp, 8
        cmp     rsp, rcx
        jb      .canary
        mov     [rax + FRAME_AFTER], r8
        add     rsp, 8
        pop     r15
        pop     r14
        pop     r13
        pop     r12
        pop     rbp
        pop     rbx
        ret

section .note.GNU-stack noalloc noexec nowrite progbits
