// The watched call (call.h). Offsets of WatchedCall:
#define FUNCTION       0
#define INTEGERS       8
#define STACK         72
#define NUM_STACK    104
#define RETURNED     112
#define FCSR         120
#define FCSR_AFTER   128
#define SP_BEFORE    136
#define SP_AFTER     144
#define SCRATCH      152
#define MARK         200
#define FRAME        208
#define FRAME_AFTER  216
#define BELOW        224
#define WORDS_BELOW  232
#define SAVED        240
#define SAVED_AFTER  336
#define FLOATS       448
#define FLOATS_AFTER 704
#define GP           800
#define TP           808
#define VECTORS      816
#define VTYPE        824
#define VL           832
#define VXRM         840
#define VSTART_AFTER 848
#define OWN_FRAME    856

#define OWN_BYTES    224

        .option arch, +v
        .option norelax                 // gp is what a port may have changed

// No register can be trusted after the call, so the record is found again through the thread.
        .section .tbss, "awT", @nobits
        .align  3
current_call:
        .skip   8

        .macro  address_of_current to
        la.tls.ie \to, current_call
        add     \to, \to, tp
        .endm

        .text
        .global ulna_watched_call
        .hidden ulna_watched_call
        .type   ulna_watched_call, @function
// void ulna_watched_call(WatchedCall* a0)
ulna_watched_call:
        addi    sp, sp, -OWN_BYTES
        sd      ra, 0(sp)
        sd      s0, 8(sp)
        sd      s1, 16(sp)
        sd      s2, 24(sp)
        sd      s3, 32(sp)
        sd      s4, 40(sp)
        sd      s5, 48(sp)
        sd      s6, 56(sp)
        sd      s7, 64(sp)
        sd      s8, 72(sp)
        sd      s9, 80(sp)
        sd      s10, 88(sp)
        sd      s11, 96(sp)
        fsd     fs0, 104(sp)
        fsd     fs1, 112(sp)
        fsd     fs2, 120(sp)
        fsd     fs3, 128(sp)
        fsd     fs4, 136(sp)
        fsd     fs5, 144(sp)
        fsd     fs6, 152(sp)
        fsd     fs7, 160(sp)
        fsd     fs8, 168(sp)
        fsd     fs9, 176(sp)
        fsd     fs10, 184(sp)
        fsd     fs11, 192(sp)
        address_of_current t0
        sd      a0, 0(t0)
        sd      sp, OWN_FRAME(a0)
        sd      gp, GP(a0)
        sd      tp, TP(a0)

        // The caller's frame, which is not the port's to write: canaries.
        ld      t0, FRAME(a0)
        ld      t1, MARK(a0)
.Lcanary_below:
        addi    sp, sp, -16
        sd      t1, 0(sp)
        sd      t1, 8(sp)
        addi    t0, t0, -16
        bgtz    t0, .Lcanary_below

        // The arguments on the stack, which are the port's to write: an even number of words.
        ld      t0, NUM_STACK(a0)
        addi    t1, t0, 1
        andi    t1, t1, -2
        slli    t1, t1, 3
        sub     sp, sp, t1
        mv      t2, sp
        addi    t3, a0, STACK
.Largument:
        beqz    t0, .Larguments_done
        ld      t1, 0(t3)
        sd      t1, 0(t2)
        addi    t3, t3, 8
        addi    t2, t2, 8
        addi    t0, t0, -1
        j       .Largument
.Larguments_done:
        sd      sp, SP_BEFORE(a0)

        // The stack below, as earlier calls left it: a multiple of four words.
        ld      t0, WORDS_BELOW(a0)
        ld      t1, BELOW(a0)
        mv      t2, sp
.Lbelow:
        beqz    t0, .Lbelow_done
        addi    t2, t2, -32
        sd      t1, 0(t2)
        sd      t1, 8(t2)
        sd      t1, 16(t2)
        sd      t1, 24(t2)
        addi    t0, t0, -4
        j       .Lbelow
.Lbelow_done:

        ld      t0, VECTORS(a0)
        beqz    t0, .Lvectors_done
        csrr    t1, vlenb
        slli    t1, t1, 3
        vl8re8.v v0, (t0)
        add     t0, t0, t1
        vl8re8.v v8, (t0)
        add     t0, t0, t1
        vl8re8.v v16, (t0)
        add     t0, t0, t1
        vl8re8.v v24, (t0)
        ld      t0, VXRM(a0)
        csrw    vxrm, t0
        csrwi   vstart, 0
        ld      t0, VTYPE(a0)           // all ones: no type that there is
        ld      t1, VL(a0)
        vsetvl  zero, t1, t0
.Lvectors_done:
        ld      t0, FCSR(a0)
        fscsr   t0
        fld     f0, FLOATS + 0(a0)
        fld     f1, FLOATS + 8(a0)
        fld     f2, FLOATS + 16(a0)
        fld     f3, FLOATS + 24(a0)
        fld     f4, FLOATS + 32(a0)
        fld     f5, FLOATS + 40(a0)
        fld     f6, FLOATS + 48(a0)
        fld     f7, FLOATS + 56(a0)
        fld     f8, FLOATS + 64(a0)
        fld     f9, FLOATS + 72(a0)
        fld     f10, FLOATS + 80(a0)
        fld     f11, FLOATS + 88(a0)
        fld     f12, FLOATS + 96(a0)
        fld     f13, FLOATS + 104(a0)
        fld     f14, FLOATS + 112(a0)
        fld     f15, FLOATS + 120(a0)
        fld     f16, FLOATS + 128(a0)
        fld     f17, FLOATS + 136(a0)
        fld     f18, FLOATS + 144(a0)
        fld     f19, FLOATS + 152(a0)
        fld     f20, FLOATS + 160(a0)
        fld     f21, FLOATS + 168(a0)
        fld     f22, FLOATS + 176(a0)
        fld     f23, FLOATS + 184(a0)
        fld     f24, FLOATS + 192(a0)
        fld     f25, FLOATS + 200(a0)
        fld     f26, FLOATS + 208(a0)
        fld     f27, FLOATS + 216(a0)
        fld     f28, FLOATS + 224(a0)
        fld     f29, FLOATS + 232(a0)
        fld     f30, FLOATS + 240(a0)
        fld     f31, FLOATS + 248(a0)
        ld      s0, SAVED + 0(a0)
        ld      s1, SAVED + 8(a0)
        ld      s2, SAVED + 16(a0)
        ld      s3, SAVED + 24(a0)
        ld      s4, SAVED + 32(a0)
        ld      s5, SAVED + 40(a0)
        ld      s6, SAVED + 48(a0)
        ld      s7, SAVED + 56(a0)
        ld      s8, SAVED + 64(a0)
        ld      s9, SAVED + 72(a0)
        ld      s10, SAVED + 80(a0)
        ld      s11, SAVED + 88(a0)
        ld      t0, SCRATCH + 0(a0)
        ld      t1, SCRATCH + 8(a0)
        ld      t2, SCRATCH + 16(a0)
        ld      t3, SCRATCH + 24(a0)
        ld      t4, SCRATCH + 32(a0)
        ld      t5, SCRATCH + 40(a0)
        ld      t6, FUNCTION(a0)
        ld      a7, INTEGERS + 56(a0)
        ld      a6, INTEGERS + 48(a0)
        ld      a5, INTEGERS + 40(a0)
        ld      a4, INTEGERS + 32(a0)
        ld      a3, INTEGERS + 24(a0)
        ld      a2, INTEGERS + 16(a0)
        ld      a1, INTEGERS + 8(a0)
        ld      a0, INTEGERS + 0(a0)
        jalr    t6

        mv      t1, gp
        la      gp, __global_pointer$
        address_of_current t0
        ld      t0, 0(t0)
        sd      a0, RETURNED(t0)
        sd      t1, SAVED_AFTER + 96(t0)
        sd      tp, SAVED_AFTER + 104(t0)
        sd      sp, SP_AFTER(t0)
        ld      sp, SP_BEFORE(t0)
        sd      s0, SAVED_AFTER + 0(t0)
        sd      s1, SAVED_AFTER + 8(t0)
        sd      s2, SAVED_AFTER + 16(t0)
        sd      s3, SAVED_AFTER + 24(t0)
        sd      s4, SAVED_AFTER + 32(t0)
        sd      s5, SAVED_AFTER + 40(t0)
        sd      s6, SAVED_AFTER + 48(t0)
        sd      s7, SAVED_AFTER + 56(t0)
        sd      s8, SAVED_AFTER + 64(t0)
        sd      s9, SAVED_AFTER + 72(t0)
        sd      s10, SAVED_AFTER + 80(t0)
        sd      s11, SAVED_AFTER + 88(t0)
        fsd     fs0, FLOATS_AFTER + 0(t0)
        fsd     fs1, FLOATS_AFTER + 8(t0)
        fsd     fs2, FLOATS_AFTER + 16(t0)
        fsd     fs3, FLOATS_AFTER + 24(t0)
        fsd     fs4, FLOATS_AFTER + 32(t0)
        fsd     fs5, FLOATS_AFTER + 40(t0)
        fsd     fs6, FLOATS_AFTER + 48(t0)
        fsd     fs7, FLOATS_AFTER + 56(t0)
        fsd     fs8, FLOATS_AFTER + 64(t0)
        fsd     fs9, FLOATS_AFTER + 72(t0)
        fsd     fs10, FLOATS_AFTER + 80(t0)
        fsd     fs11, FLOATS_AFTER + 88(t0)
        frcsr   t1
        sd      t1, FCSR_AFTER(t0)
        fscsr   zero
        ld      t1, VECTORS(t0)
        beqz    t1, .Lno_vectors
        csrr    t1, vstart
        sd      t1, VSTART_AFTER(t0)
        csrwi   vstart, 0
        csrwi   vxrm, 0
.Lno_vectors:

        // The canaries lie between the stack arguments and this function's own frame.
        ld      sp, OWN_FRAME(t0)
        ld      t1, FRAME(t0)
        ld      t2, MARK(t0)
        li      t3, 0
        mv      t4, sp
.Lcanary:
        addi    t4, t4, -8
        ld      t5, 0(t4)
        xor     t5, t5, t2
        snez    t5, t5
        add     t3, t3, t5
        addi    t1, t1, -8
        bgtz    t1, .Lcanary
        sd      t3, FRAME_AFTER(t0)

        ld      ra, 0(sp)
        ld      s0, 8(sp)
        ld      s1, 16(sp)
        ld      s2, 24(sp)
        ld      s3, 32(sp)
        ld      s4, 40(sp)
        ld      s5, 48(sp)
        ld      s6, 56(sp)
        ld      s7, 64(sp)
        ld      s8, 72(sp)
        ld      s9, 80(sp)
        ld      s10, 88(sp)
        ld      s11, 96(sp)
        fld     fs0, 104(sp)
        fld     fs1, 112(sp)
        fld     fs2, 120(sp)
        fld     fs3, 128(sp)
        fld     fs4, 136(sp)
        fld     fs5, 144(sp)
        fld     fs6, 152(sp)
        fld     fs7, 160(sp)
        fld     fs8, 168(sp)
        fld     fs9, 176(sp)
        fld     fs10, 184(sp)
        fld     fs11, 192(sp)
        addi    sp, sp, OWN_BYTES
        ret
        .size   ulna_watched_call, . - ulna_watched_call
        .section .note.GNU-stack, "", @progbits
