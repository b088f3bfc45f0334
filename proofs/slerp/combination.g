# a * s0 + b * s1 in float, a and b components, s0 and s1 scales.
@single = float<ieee_32,ne>;
a = single(A); b = single(B); s0 = single(S0); s1 = single(S1);
sum single= a * s0 + b * s1;
error = sum - (a * s0 + b * s1);
{ |a * s0| <= <from> /\ |b * s1| <= <to> /\ |a * s0 + b * s1| <= 1.000001
  -> error in ? }
