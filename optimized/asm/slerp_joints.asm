%include "macros.inc"
%include "blend.inc"

; The scales of slerp are polynomials in 1 - cosine whose coefficients depend on lerp alone: see
; common/slerp_table.h.
%define X_TERMS 9
%define T_TERMS 5
extern slerp_table                      ; double [X_TERMS][T_TERMS]

; On the stack, each coefficient four times, by powers of x:
%define SCALE_FROM  rsp
%define SCALE_TO    rsp + 16 * (X_TERMS + 1)
%define FRAME       32 * (X_TERMS + 1) + 8      ; 8 more, so that rsp is a multiple of 16

; rdi joints, rsi blend_joints, xmm0 lerp, rdx index, ecx num_joints
FUNCTION slerp_joints
        RETURN_UNLESS_BLENDING
        sub     rsp, FRAME

        ; The lower half of a double register is for 1 - t, the upper half for t.
        cvtss2sd xmm1, xmm0
        movapd  xmm2, [one_double]
        subsd   xmm2, xmm1
        unpcklpd xmm2, xmm1
        cvtpd2ps xmm3, xmm2
        SPLAT   xmm14, xmm3, 0
        SPLAT   xmm15, xmm3, 1
        movaps  [SCALE_FROM], xmm14
        movaps  [SCALE_TO], xmm15
        movapd  xmm3, xmm2
        mulpd   xmm3, xmm3              ; t * t
        movapd  xmm4, [one_double]
        subpd   xmm4, xmm3
        mulpd   xmm4, xmm2              ; t * (1 - t * t)
        lea     r8, [slerp_table]
        mov     eax, 16
.coefficient:
        movsd   xmm0, [r8 + 8 * (T_TERMS - 1)]
        unpcklpd xmm0, xmm0
%assign m T_TERMS - 2
%rep T_TERMS - 1
        movsd   xmm1, [r8 + 8 * m]
        unpcklpd xmm1, xmm1
        mulpd   xmm0, xmm3
        addpd   xmm0, xmm1
%assign m m - 1
%endrep
        mulpd   xmm0, xmm4
        cvtpd2ps xmm0, xmm0
        SPLAT   xmm1, xmm0, 1
        shufps  xmm0, xmm0, 0
        movaps  [SCALE_FROM + rax], xmm0
        movaps  [SCALE_TO + rax], xmm1
        add     r8, 8 * T_TERMS
        add     eax, 16
        cmp     eax, 16 * X_TERMS
        jle     .coefficient

.four:
        LOAD_FOUR_OFFSETS
        PRODUCTS xmm0, r8
        PRODUCTS xmm1, r9
        PRODUCTS xmm2, r10
        PRODUCTS xmm3, r11
        SUM_FOUR                        ; xmm0 = cosine
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
        SPLAT   xmm5, xmm3, %1
        SPLAT   xmm6, xmm4, %1
        mulps   xmm5, [rdi + %2]
        mulps   xmm6, [rsi + %2]
        addps   xmm5, xmm6
        movaps  [rdi + %2], xmm5
        BLEND_TRANSLATION %2
%endmacro
        STORE_FOUR BLEND_AND_STORE
        add     rdx, 16
        sub     ecx, 4
        jg      .four

        add     rsp, FRAME
        ret
