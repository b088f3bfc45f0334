# One scale, evaluated in float, on a cell of (t, x): m0 to m9 are the coefficients before they are
# rounded to float. m0 counts as what it has been rounded to, see leading.g.
@single = float<ieee_32,ne>;
x = single(X);
c0 = single(m0); c1 = single(m1); c2 = single(m2); c3 = single(m3); c4 = single(m4);
c5 = single(m5); c6 = single(m6); c7 = single(m7); c8 = single(m8); c9 = single(m9);
s8 single= c9 * x + c8; e8 = m9 * x + m8;
s7 single= s8 * x + c7; e7 = e8 * x + m7;
s6 single= s7 * x + c6; e6 = e7 * x + m6;
s5 single= s6 * x + c5; e5 = e6 * x + m5;
s4 single= s5 * x + c4; e4 = e5 * x + m4;
s3 single= s4 * x + c3; e3 = e4 * x + m3;
s2 single= s3 * x + c2; e2 = e3 * x + m2;
s1 single= s2 * x + c1; e1 = e2 * x + m1;
s0 single= s1 * x + c0; e0 = e1 * x + c0;
error = s0 - e0;
{ x in [<x_low>,<x_high>] /\ <coefficients> -> error in ? }
