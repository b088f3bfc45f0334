%include "macros.inc"

; SUMS_OF_HALVES destination, a, b: in each half a0+a2, a1+a3, b2+b0, b3+b1. The destination may be
; a. Spoils ymm7.
%macro SUMS_OF_HALVES 3
        vblendps ymm7, %2, %3, 0xcc
        vshufps  %1, %2, %3, 0x4e
        vaddps   %1, %1, ymm7
%endmacro

; Goes on to the next influence; the flags say "equal" if this one was the last of its vertex.
%macro NEXT_INFLUENCE 0
        cmp     dword [r8 + WEIGHT_NEXT_VERTEX], WEIGHT_SIZE
        lea     r8, [r8 + WEIGHT_SIZE]  ; keeps the flags
%endmacro

; rdi verts, esi num_verts, rdx joints, rcx base, r8 weights, r9d num_weights (not needed)
FUNCTION transform_verts_and_tangents
        test    esi, esi
        jle     .done
.vertex:
        ; The blended matrix: rows x and y in ymm0, row z in xmm1.
        movsxd  rax, dword [r8 + WEIGHT_MAT_OFFSET]
        vbroadcastss ymm2, [r8 + WEIGHT_WEIGHT]
        vmulps  ymm0, ymm2, [rdx + rax]
        vmulps  xmm1, xmm2, [rdx + rax + 32]
        NEXT_INFLUENCE
        je      .blended
.influence:
        movsxd  rax, dword [r8 + WEIGHT_MAT_OFFSET]
        vbroadcastss ymm2, [r8 + WEIGHT_WEIGHT]
        vfmadd231ps ymm0, ymm2, [rdx + rax]
        vfmadd231ps xmm1, xmm2, [rdx + rax + 32]
        NEXT_INFLUENCE
        jne     .influence

.blended:
        vbroadcastf128 ymm2, [rcx]      ; position
        vbroadcastf128 ymm3, [rcx + 16] ; normal
        vbroadcastf128 ymm4, [rcx + 32] ; tangent
        vinsertf128 ymm1, ymm1, xmm1, 1
        vmulps  ymm5, ymm1, [rcx]       ; row z with position | normal
        vmulps  xmm6, xmm1, xmm4        ; row z with tangent
        vmulps  ymm2, ymm0, ymm2
        vmulps  ymm3, ymm0, ymm3
        vmulps  ymm4, ymm0, ymm4
        SUMS_OF_HALVES ymm2, ymm2, ymm3
        SUMS_OF_HALVES ymm4, ymm4, ymm5
        vshufps ymm0, ymm2, ymm4, 0x88
        vshufps ymm1, ymm2, ymm4, 0xdd
        vaddps  ymm0, ymm0, ymm1        ; px nx tx pz | py ny ty nz
        vextractf128 xmm1, ymm0, 1
        vunpcklps xmm2, xmm0, xmm1      ; px py nx ny
        vunpckhps xmm3, xmm0, xmm1      ; tx ty pz nz
        vmovhlps xmm4, xmm6, xmm6
        vaddps  xmm6, xmm6, xmm4
        vmovshdup xmm4, xmm6
        vaddss  xmm6, xmm6, xmm4        ; tz

        vmovlps [rdi], xmm2
        vextractps [rdi + 8], xmm3, 2
        vmovhps [rdi + 16], xmm2
        vextractps [rdi + 24], xmm3, 3
        vmovlps [rdi + 32], xmm3
        vmovss  [rdi + 40], xmm6
        add     rdi, VERTEX_SIZE
        add     rcx, 48
        dec     esi
        jnz     .vertex
        vzeroupper
.done:
        ret
