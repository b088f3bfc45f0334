# a * s0 + b * s1 in float, where the second product and the sum are one operation.
@single = float<ieee_32,ne>;
a = single(A); b = single(B); s0 = single(S0); s1 = single(S1);
sum = single(single(a * s0) + b * s1);
error = sum - (a * s0 + b * s1);
{ |a * s0| <= <from> /\ |b * s1| <= <to> /\ |a * s0 + b * s1| <= 1.000001
  -> error in ? }
