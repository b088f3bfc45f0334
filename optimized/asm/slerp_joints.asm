%include "macros.inc"
%include "blend.inc"
%include "slerp.inc"

%define FRAME       SCALES_SIZE + 8     ; 8 more, so that rsp is a multiple of 16

FUNCTION slerp_joints, JOINTS, BLEND_JOINTS, LERP, INDEX, NUM_JOINTS
        RETURN_UNLESS_BLENDING
        sub     rsp, FRAME
        MAKE_COEFFICIENTS r8, xmm14, xmm15

.four:
        LOAD_FOUR_OFFSETS
        COSINES
        movaps  xmm1, [sign_mask]
        andps   xmm1, xmm0              ; its sign
        xorps   xmm0, xmm1
        movaps  xmm2, [one]
        subps   xmm2, xmm0              ; x = 1 - |cosine|

        movaps  xmm3, [SCALE_FROM + 16 * X_TERMS]
        movaps  xmm4, [SCALE_TO + 16 * X_TERMS]
%assign k X_TERMS - 1
%rep X_TERMS
        mulps   xmm3, xmm2
        mulps   xmm4, xmm2
        addps   xmm3, [SCALE_FROM + 16 * k]
        addps   xmm4, [SCALE_TO + 16 * k]
%assign k k - 1
%endrep
        xorps   xmm4, xmm1              ; to the nearer of blend and -blend

%macro BLEND_AND_STORE 2                ; lane, offset
        BLEND_QUATERNION %1, %2
        BLEND_TRANSLATION %2, xmm14, xmm15, xmm12, xmm13
%endmacro
        STORE_FOUR BLEND_AND_STORE
        add     rdx, 16
        sub     ecx, 4
        jg      .four

        add     rsp, FRAME
        RETURN
