%include "macros.inc"
%include "blend.inc"

FUNCTION lerp_joints, JOINTS, BLEND_JOINTS, LERP, INDEX, NUM_JOINTS
        RETURN_UNLESS_BLENDING
        SPLAT   xmm15, xmm0, 0
        movaps  xmm14, [one]
        subps   xmm14, xmm15            ; 1 - t

.four:
        LOAD_FOUR_OFFSETS
        COSINES
        andps   xmm0, [sign_mask]
        xorps   xmm0, xmm15             ; t, to the nearer of blend and -blend
        movaps  xmm9, xmm0

%macro BLEND 4                          ; blend, its square, lane, offset
        SPLAT   %1, xmm9, %3
        movaps  %2, xmm14
        mulps   %1, [rsi + %4]
        mulps   %2, [rdi + %4]
        addps   %1, %2
        movaps  %2, %1
        mulps   %2, %2
%endmacro
        BLEND   xmm5, xmm0, 0, r8
        BLEND   xmm6, xmm1, 1, r9
        BLEND   xmm7, xmm2, 2, r10
        BLEND   xmm8, xmm3, 3, r11
        SUM_FOUR                        ; xmm0 = norm squared
        sqrtps  xmm0, xmm0
        movaps  xmm9, [one]
        divps   xmm9, xmm0

%assign first_blend 5
%macro NORMALISE_AND_STORE 2            ; lane, offset
%assign blend_register first_blend + %1
        SPLAT   xmm10, xmm9, %1
        mulps   xmm10, xmm %+ blend_register
        movaps  [rdi + %2], xmm10
        BLEND_TRANSLATION %2, xmm14, xmm15, xmm12, xmm13
%endmacro
        STORE_FOUR NORMALISE_AND_STORE
        add     rdx, 16
        sub     ecx, 4
        jg      .four
        RETURN
