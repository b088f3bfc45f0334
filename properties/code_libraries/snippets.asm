; Functions for tests of code/: each shows one thing that a map of code has to know.
bits 64
default rel

section .note.GNU-stack noalloc noexec nowrite progbits

%macro FUNCTION 1
        align   16
        global  %1:function
%1:
%endmacro

section .data.rel.ro progbits alloc write align=8
addresses: dq absolute_table.zero, absolute_table.one, absolute_table.two, absolute_table.three

section .data progbits alloc write align=16
written:   dd 1.0, 2.0, 3.0, 4.0

section .rodata align=32
lane_numbers: dd 7, 6, 5, 4, 3, 2, 1, 0
two_numbers: dd 0, 1, 1, 0, 0, 1, 1, 0
floats:    dd 1.0, -2.5, 0.0, 3.0e38
sign:      times 4 dd 0x80000000

section .text

; A table of addresses, its index bounded by a mask.
FUNCTION absolute_table
        and     edi, 3
        lea     rax, [addresses]
        jmp     [rax + rdi * 8]
.zero:  mov     eax, 10
        ret
.one:   mov     eax, 11
        ret
.two:   mov     eax, 12
        ret
.three: mov     eax, 13
        ret

; The same without a bound.
FUNCTION unbounded_table
        lea     rax, [addresses]
        jmp     [rax + rdi * 8]

; The bound holds on one of two ways to the jump.
FUNCTION doubtful_table
        lea     rax, [addresses]
        test    esi, esi
        jne     .jump
        cmp     edi, 3
        ja      .out
.jump:  jmp     [rax + rdi * 8]
.out:   ret

; A jump from a later place into the middle of what looked certain.
FUNCTION late_doubt
        lea     rax, [addresses]
        cmp     edi, 2
        ja      .more
.jump:  jmp     [rax + rdi * 8]
.more:  cmp     esi, 1
        je      .jump
        ret

; What lies behind a call that does not return is no code.
FUNCTION calls_stop
        call    stop
        db      0x06, 0x07, 0x0e            ; no instructions of 64-bit code

FUNCTION stop
        ud2

; A call that returns.
FUNCTION calls_four
        call    four
        add     eax, 1
        ret

FUNCTION four
        mov     eax, 4
        ret

; A loop: three blocks.
FUNCTION count_down
        xor     eax, eax
.next:  add     eax, edi
        dec     edi
        jne     .next
        ret

; A jump into the middle of an instruction.
FUNCTION overlaps
        test    edi, edi
        je      .middle + 1
.middle:
        mov     eax, 0x90909090
        ret

; Bytes that are no instruction.
FUNCTION falls_into_data
        test    edi, edi
        db      0x06

; A function whose address is taken, and one that nobody takes.
FUNCTION takes_address
        lea     rax, [four]
        ret

; Numbers of lanes, which only a permutation reads, or which are stored as well.
FUNCTION permutes_by_numbers
        vmovdqa ymm1, [lane_numbers]
        vmovdqa ymm3, ymm1
        vpermps ymm2, ymm3, [rdi]
        vmovups [rdi], ymm2
        ret

FUNCTION keeps_lane_numbers
        vmovdqa ymm1, [lane_numbers]
        vpermps ymm2, ymm1, [rdi]
        vmovups [rdi], ymm2
        vmovdqu [rsi], ymm1
        ret

; What is permuted, before all or two of its lanes are chosen, and before three are stored.
FUNCTION chooses_all_lanes
        vpermilps ymm0, [rdi], 0x1b
        vmovdqa ymm1, [lane_numbers]
        vpermps ymm2, ymm1, ymm0
        vmovups [rdi], ymm2
        ret

FUNCTION chooses_two_lanes
        vpermilps ymm0, [rdi], 0x1b
        vmovdqa ymm1, [two_numbers]
        vpermps ymm2, ymm1, ymm0
        vmovups [rdi], ymm2
        ret

FUNCTION stores_three_lanes
        vpermilps ymm0, [rdi], 0x1b
        mov     eax, 7
        kmovw   k1, eax
        vmovups [rdi]{k1}, ymm0
        ret

; Constants that are loaded: one that nobody writes, and one that the library may write.
FUNCTION loads_constants
        movaps  xmm0, [floats]
        mulps   xmm0, [written]
        xorps   xmm0, [sign]
        addss   xmm0, [floats + 4]
        cmp     edi, 17
        shr     edi, 3
        and     edi, 255
        je      .out
        sub     edi, 2000
.out:   ret
