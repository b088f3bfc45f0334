# One scale, evaluated in float with fused operations, on a cell of (t, x): from x^2 on even and odd
# powers apart. m0 to m9 and c0 are as in horner.g.
@single = float<ieee_32,ne>;
x = single(X);
c0 = single(m0); c1 = single(m1); c2 = single(m2); c3 = single(m3); c4 = single(m4);
c5 = single(m5); c6 = single(m6); c7 = single(m7); c8 = single(m8); c9 = single(m9);
square = x * x;
rounded = single(square);
s7 = single(c9 * rounded + c7); e7 = m9 * square + m7;
s5 = single(s7 * rounded + c5); e5 = e7 * square + m5;
s3 = single(s5 * rounded + c3); e3 = e5 * square + m3;
s6 = single(c8 * rounded + c6); e6 = m8 * square + m6;
s4 = single(s6 * rounded + c4); e4 = e6 * square + m4;
s2 = single(s4 * rounded + c2); e2 = e4 * square + m2;
both = single(s3 * x + s2); exact_both = e3 * x + e2;
s1 = single(both * x + c1); e1 = exact_both * x + m1;
s0 = single(s1 * x + c0); e0 = e1 * x + c0;
error = s0 - e0;
{ x in [<x_low>,<x_high>] /\ <coefficients> -> error in ? }
