%include "macros.inc"
%include "blend.inc"

; The scales of slerp are polynomials in 1 - cosine whose coefficients depend on lerp alone: see
; common/slerp_table.h. The lower half of a register is for the scale of `joints`, the upper half for
; that of `blend_joints`.
%define X_TERMS 9
%define T_TERMS 5
extern slerp_table                      ; double [X_TERMS][T_TERMS]

; On the stack, each coefficient four times for either scale, by powers of x:
%define COEFFICIENT(k)  rsp + 32 * (k)
%define OLD_STACK       rsp + 32 * (X_TERMS + 1)
%define FRAME           32 * (X_TERMS + 1) + 8 + 31     ; 31 for the alignment

; BOTH_SCALES n, first, second: floats 0 and 1 of register n, four times each in its halves; and
; eight times each in the registers of the other two numbers.
%macro BOTH_SCALES 3
        vmovshdup    xmm%3, xmm%1
        vbroadcastss ymm%2, xmm%1
        vbroadcastss ymm%3, xmm%3
        vblendps     ymm%1, ymm%2, ymm%3, 0xf0
%endmacro

; rdi joints, rsi blend_joints, xmm0 lerp, rdx index, ecx num_joints
FUNCTION slerp_joints
        RETURN_UNLESS_BLENDING
        mov     rax, rsp
        sub     rsp, FRAME
        and     rsp, -32
        mov     [OLD_STACK], rax

        ; In pairs of doubles: for 1 - t, and for t.
        vcvtss2sd xmm1, xmm0, xmm0
        vmovapd xmm2, [one_double]
        vsubsd  xmm3, xmm2, xmm1
        vunpcklpd xmm3, xmm3, xmm1
        vmulpd  xmm4, xmm3, xmm3        ; t * t
        vsubpd  xmm5, xmm2, xmm4
        vmulpd  xmm5, xmm5, xmm3        ; t * (1 - t * t)
        vcvtpd2ps xmm0, xmm3
        BOTH_SCALES 0, 14, 15           ; ymm14 = 1 - t, ymm15 = t
        vmovaps [COEFFICIENT(0)], ymm0
        lea     r8, [slerp_table]
        mov     eax, 32
.coefficient:
        vmovddup xmm0, [r8 + 8 * (T_TERMS - 1)]
%assign m T_TERMS - 2
%rep T_TERMS - 1
        vmovddup xmm1, [r8 + 8 * m]
        vfmadd213pd xmm0, xmm4, xmm1
%assign m m - 1
%endrep
        vmulpd  xmm0, xmm0, xmm5
        vcvtpd2ps xmm0, xmm0
        BOTH_SCALES 0, 2, 1
        vmovaps [rsp + rax], ymm0
        add     r8, 8 * T_TERMS
        add     eax, 32
        cmp     eax, 32 * X_TERMS
        jle     .coefficient

.four:
        LOAD_FOUR_OFFSETS
%macro PRODUCTS_OF 2                    ; register, offset
        vmovaps %1, [rdi + %2]
        vmulps  %1, %1, [rsi + %2]
%endmacro
        PRODUCTS_OF xmm0, r8
        PRODUCTS_OF xmm1, r9
        PRODUCTS_OF xmm2, r10
        PRODUCTS_OF xmm3, r11
        vunpcklps xmm4, xmm0, xmm1      ; x0 x1 y0 y1
        vunpckhps xmm0, xmm0, xmm1      ; z0 z1 w0 w1
        vaddps  xmm0, xmm0, xmm4
        vunpcklps xmm4, xmm2, xmm3
        vunpckhps xmm2, xmm2, xmm3
        vaddps  xmm2, xmm2, xmm4
        vmovlhps xmm1, xmm0, xmm2       ; x + z
        vmovhlps xmm0, xmm2, xmm0       ; y + w
        vaddps  xmm0, xmm0, xmm1        ; cosine
        vandps  xmm1, xmm0, [sign_mask] ; its sign
        vxorps  xmm0, xmm0, xmm1
        vmovaps xmm2, [one]
        vsubps  xmm2, xmm2, xmm0        ; x = 1 - |cosine|
        vinsertf128 ymm2, ymm2, xmm2, 1

        vmovaps ymm3, [COEFFICIENT(X_TERMS)]
%assign k X_TERMS - 1
%rep X_TERMS
        vfmadd213ps ymm3, ymm2, [COEFFICIENT(k)]
%assign k k - 1
%endrep
        vperm2f128 ymm1, ymm1, ymm1, 0x08       ; nothing | sign
        vxorps  ymm3, ymm3, ymm1        ; to the nearer of blend and -blend
        vperm2f128 ymm4, ymm3, ymm3, 1  ; the scales the other way round

; Quaternion and translation of a joint are one register.
%macro BLEND_AND_STORE 2                ; lane, offset
        vpermilps ymm5, ymm3, %1 * 0x55
        vpermilps ymm6, ymm4, %1 * 0x55
        vblendps ymm5, ymm5, ymm14, 0xf0
        vblendps ymm6, ymm6, ymm15, 0xf0
        vmulps  ymm5, ymm5, [rdi + %2]
        vfmadd231ps ymm5, ymm6, [rsi + %2]
        vmovups [rdi + %2], ymm5
%endmacro
        STORE_FOUR BLEND_AND_STORE
        add     rdx, 16
        sub     ecx, 4
        jg      .four

        mov     rsp, [OLD_STACK]
        vzeroupper
        ret
