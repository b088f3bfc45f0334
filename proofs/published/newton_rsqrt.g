# One Newton step on an approximation of the inverse root, as in method.h: (x r r - 3) (-r/2), for x
# in [1, 4]. Any other normal x is such a one times 4^k: all that is computed is the same then, but
# for powers of two.
@single = float<ieee_32,ne>;
x = single(X);
r = single(R);
y = 1 / sqrt(x);
residue single= x * r * r - 3;
step single= residue * (r * (-0.5));
exact = (x * r * r - 3) * (r * (-0.5));
e = (r - y) / y;
off = (step - y) / y;
{ x in [1,4] /\ |e| <= 3b-13 -> off in ? }
# Both hold since x y y = 1 and r = (1 + e) y.
x * r * r -> (1 + e) * (1 + e);
(exact - y) / y -> -(1.5 + 0.5 * e) * (e * e);
