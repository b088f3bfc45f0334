%include "macros.inc"
%include "blend.inc"
%include "slerp.inc"

; On the stack, behind the coefficients:
%define SIGN_MASK   esp + SCALES_SIZE

FUNCTION slerp_joints, JOINTS, BLEND_JOINTS, LERP, INDEX, NUM_JOINTS
        LOAD_GOT
        RETURN_UNLESS_BLENDING
        OPEN_FRAME SCALES_SIZE + 16
        MAKE_COEFFICIENTS ebp, xmm5, xmm6
        movaps  xmm0, CONSTANT(sign_mask)
        movaps  [SIGN_MASK], xmm0
        movaps  xmm7, CONSTANT(one)

.four:
        LOAD_FOUR_OFFSETS
        COSINES
        movaps  xmm1, [SIGN_MASK]
        andps   xmm1, xmm0              ; its sign
        xorps   xmm0, xmm1
        movaps  xmm2, xmm7
        subps   xmm2, xmm0              ; x = 1 - |cosine|

        ; Odd and even powers apart, which halves the time that each step waits for the last one.
        movaps  xmm0, xmm2
        mulps   xmm0, xmm0              ; x * x
        movaps  xmm3, [SCALE_FROM + 16 * X_TERMS]
        movaps  xmm4, [SCALE_TO + 16 * X_TERMS]
        movaps  xmm5, [SCALE_FROM + 16 * (X_TERMS - 1)]
        movaps  xmm6, [SCALE_TO + 16 * (X_TERMS - 1)]
%assign k X_TERMS - 2
%rep X_TERMS / 2
        mulps   xmm3, xmm0
        mulps   xmm4, xmm0
        mulps   xmm5, xmm0
        mulps   xmm6, xmm0
        addps   xmm3, [SCALE_FROM + 16 * k]
        addps   xmm4, [SCALE_TO + 16 * k]
        addps   xmm5, [SCALE_FROM + 16 * (k - 1)]
        addps   xmm6, [SCALE_TO + 16 * (k - 1)]
%assign k k - 2
%endrep
        mulps   xmm3, xmm2
        mulps   xmm4, xmm2
        addps   xmm3, xmm5
        addps   xmm4, xmm6
        xorps   xmm4, xmm1              ; to the nearer of blend and -blend

; The coefficients of x^0 are 1 - lerp and lerp.
%macro BLEND_AND_STORE 2                ; lane, offset
        BLEND_QUATERNION %1, %2
        BLEND_TRANSLATION %2, [SCALE_FROM], [SCALE_TO], xmm5, xmm6
%endmacro
        STORE_FOUR BLEND_AND_STORE
        add     INDEX, 16
        sub     NUM_LEFT, 4
        jg      .four
        RETURN
