%include "macros.inc"
%include "blend.inc"

; On the stack, for want of registers:
%define BLENDED(lane)   esp + 16 * (lane)
%define ONE_MINUS_T     esp + 64
%define T               esp + 80
%define SIGN_MASK       esp + 96
%define FRAME           112

FUNCTION lerp_joints, JOINTS, BLEND_JOINTS, LERP, INDEX, NUM_JOINTS
        LOAD_GOT
        RETURN_UNLESS_BLENDING
        OPEN_FRAME FRAME
        movaps  xmm7, CONSTANT(one)
        SPLAT   xmm1, xmm0, 0
        movaps  [T], xmm1
        movaps  xmm2, xmm7
        subps   xmm2, xmm1
        movaps  [ONE_MINUS_T], xmm2
        movaps  xmm3, CONSTANT(sign_mask)
        movaps  [SIGN_MASK], xmm3

.four:
        LOAD_FOUR_OFFSETS
        COSINES
        andps   xmm0, [SIGN_MASK]
        xorps   xmm0, [T]               ; t, to the nearer of blend and -blend
        movaps  xmm4, xmm0

%macro BLEND 3                          ; square of the blend, lane, offset
        SPLAT   xmm5, xmm4, %2
        movaps  %1, [ONE_MINUS_T]
        mulps   xmm5, [BLEND_JOINTS + %3]
        mulps   %1, [JOINTS + %3]
        addps   %1, xmm5
        movaps  [BLENDED(%2)], %1
        mulps   %1, %1
%endmacro
        BLEND   xmm0, 0, OFFSET_0
        BLEND   xmm1, 1, OFFSET_1
        BLEND   xmm2, 2, OFFSET_2
        BLEND   xmm3, 3, OFFSET_3
        SUM_FOUR                        ; xmm0 = norm squared
        sqrtps  xmm0, xmm0
        movaps  xmm4, xmm7
        divps   xmm4, xmm0

%macro NORMALISE_AND_STORE 2            ; lane, offset
        SPLAT   xmm5, xmm4, %1
        mulps   xmm5, [BLENDED(%1)]
        movaps  [JOINTS + %2], xmm5
        BLEND_TRANSLATION %2, [ONE_MINUS_T], [T], xmm5, xmm6
%endmacro
        STORE_FOUR NORMALISE_AND_STORE
        add     INDEX, 16
        sub     NUM_LEFT, 4
        jg      .four
        RETURN
