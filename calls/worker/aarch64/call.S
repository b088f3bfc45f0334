// The watched call (call.h). Offsets of WatchedCall:
#define FUNCTION       0
#define INTEGERS       8
#define STACK         72
#define NUM_STACK    104
#define RETURNED     112
#define FPCR         120
#define FPCR_AFTER   128
#define FPSR         136
#define NZCV         144
#define SP_BEFORE    152
#define SP_AFTER     160
#define SCRATCH      168
#define MARK         248
#define FRAME        256
#define FRAME_AFTER  264
#define BELOW        272
#define WORDS_BELOW  280
#define SAVED        288
#define SAVED_AFTER  376
#define VECTORS_AFTER 464
#define SCALABLE     528
#define PREDICATES   536
#define VECTORS      544
#define OWN_FRAME   1056

#define OWN_BYTES    160

        .arch   armv8-a
        .arch_extension sve

// No register can be trusted after the call, so the record is found again through the thread.
        .section .tbss, "awT", %nobits
        .align  3
current_call:
        .skip   8

        .macro  address_of_current to
        mrs     \to, tpidr_el0
        add     \to, \to, :tprel_hi12:current_call, lsl 12
        add     \to, \to, :tprel_lo12_nc:current_call
        .endm

        .text
        .global ulna_watched_call
        .hidden ulna_watched_call
        .type   ulna_watched_call, %function
// void ulna_watched_call(WatchedCall* x0)
ulna_watched_call:
        stp     x29, x30, [sp, -OWN_BYTES]!
        stp     x19, x20, [sp, 16]
        stp     x21, x22, [sp, 32]
        stp     x23, x24, [sp, 48]
        stp     x25, x26, [sp, 64]
        stp     x27, x28, [sp, 80]
        stp     d8, d9, [sp, 96]
        stp     d10, d11, [sp, 112]
        stp     d12, d13, [sp, 128]
        stp     d14, d15, [sp, 144]
        address_of_current x9
        str     x0, [x9]
        mov     x9, sp
        str     x9, [x0, OWN_FRAME]

        // The caller's frame, which is not the port's to write: canaries.
        ldr     x9, [x0, FRAME]
        ldr     x10, [x0, MARK]
.Lcanary_below:
        stp     x10, x10, [sp, -16]!
        subs    x9, x9, 16
        b.hi    .Lcanary_below

        // The arguments on the stack, which are the port's to write: an even number of words.
        ldr     x9, [x0, NUM_STACK]
        add     x10, x9, 1
        and     x10, x10, -2
        sub     sp, sp, x10, lsl 3
        add     x11, x0, STACK
        mov     x12, 0
.Largument:
        cmp     x12, x9
        b.hs    .Larguments_done
        ldr     x10, [x11, x12, lsl 3]
        str     x10, [sp, x12, lsl 3]
        add     x12, x12, 1
        b       .Largument
.Larguments_done:
        mov     x9, sp
        str     x9, [x0, SP_BEFORE]

        // The stack below, as earlier calls left it: a multiple of four words.
        ldr     x10, [x0, WORDS_BELOW]
        ldr     x11, [x0, BELOW]
        dup     v0.2d, x11
.Lbelow:
        cbz     x10, .Lbelow_done
        stp     q0, q0, [x9, -32]!
        sub     x10, x10, 4
        b       .Lbelow
.Lbelow_done:

        ldr     x9, [x0, FPCR]
        msr     fpcr, x9
        ldr     x9, [x0, FPSR]
        msr     fpsr, x9
        ldr     x9, [x0, SCALABLE]
        cbz     x9, .Lno_scalable
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ldr     z\n, [x9, \n, mul vl]
        .endr
        ldr     w10, [x0, VECTORS]      // the float, into the lowest lane alone
        ptrue   p0.s, vl1
        mov     z0.s, p0/m, w10
        ldr     x9, [x0, PREDICATES]
        ldr     p0, [x9, 16, mul vl]
        wrffr   p0.b
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
        ldr     p\n, [x9, \n, mul vl]
        .endr
        b       .Lvectors_done
.Lno_scalable:
        add     x9, x0, VECTORS
        .irp    n, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
        ldr     q\n, [x9, 16 * \n]
        .endr
.Lvectors_done:

        ldr     x9, [x0, NZCV]
        msr     nzcv, x9                // nothing below touches the flags
        ldp     x19, x20, [x0, SAVED]
        ldp     x21, x22, [x0, SAVED + 16]
        ldp     x23, x24, [x0, SAVED + 32]
        ldp     x25, x26, [x0, SAVED + 48]
        ldp     x27, x28, [x0, SAVED + 64]
        ldr     x29, [x0, SAVED + 80]
        ldp     x8, x9, [x0, SCRATCH]
        ldp     x10, x11, [x0, SCRATCH + 16]
        ldp     x12, x13, [x0, SCRATCH + 32]
        ldp     x14, x15, [x0, SCRATCH + 48]
        ldp     x17, x18, [x0, SCRATCH + 64]
        ldr     x16, [x0, FUNCTION]
        ldp     x6, x7, [x0, INTEGERS + 48]
        ldp     x4, x5, [x0, INTEGERS + 32]
        ldp     x2, x3, [x0, INTEGERS + 16]
        ldp     x0, x1, [x0, INTEGERS]
        blr     x16

        address_of_current x9
        ldr     x10, [x9]
        str     x0, [x10, RETURNED]
        mov     x9, sp
        str     x9, [x10, SP_AFTER]
        ldr     x11, [x10, SP_BEFORE]
        mov     sp, x11
        stp     x19, x20, [x10, SAVED_AFTER]
        stp     x21, x22, [x10, SAVED_AFTER + 16]
        stp     x23, x24, [x10, SAVED_AFTER + 32]
        stp     x25, x26, [x10, SAVED_AFTER + 48]
        stp     x27, x28, [x10, SAVED_AFTER + 64]
        str     x29, [x10, SAVED_AFTER + 80]
        stp     d8, d9, [x10, VECTORS_AFTER]
        stp     d10, d11, [x10, VECTORS_AFTER + 16]
        add     x11, x10, VECTORS_AFTER + 32
        stp     d12, d13, [x11]
        stp     d14, d15, [x11, 16]
        mrs     x9, fpcr
        str     x9, [x10, FPCR_AFTER]
        msr     fpcr, xzr
        msr     fpsr, xzr

        // The canaries lie between the stack arguments and this function's own frame.
        ldr     x9, [x10, OWN_FRAME]
        ldr     x11, [x10, FRAME]
        ldr     x12, [x10, MARK]
        mov     x13, 0
        mov     x14, x9
.Lcanary:
        ldp     x15, x16, [x14, -16]!
        cmp     x15, x12
        cinc    x13, x13, ne
        cmp     x16, x12
        cinc    x13, x13, ne
        subs    x11, x11, 16
        b.hi    .Lcanary
        str     x13, [x10, FRAME_AFTER]

        mov     sp, x9
        ldp     x19, x20, [sp, 16]
        ldp     x21, x22, [sp, 32]
        ldp     x23, x24, [sp, 48]
        ldp     x25, x26, [sp, 64]
        ldp     x27, x28, [sp, 80]
        ldp     d8, d9, [sp, 96]
        ldp     d10, d11, [sp, 112]
        ldp     d12, d13, [sp, 128]
        ldp     d14, d15, [sp, 144]
        ldp     x29, x30, [sp], OWN_BYTES
        ret
        .size   ulna_watched_call, . - ulna_watched_call
        .section .note.GNU-stack, "", %progbits
