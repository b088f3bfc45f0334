# One Newton step on an approximation of the reciprocal, as in method.h: (r + r) - (x r) r, for x in
# [1, 2]. Any other normal x up to 2^125 is such a one times 2^k: all that is computed is the same
# then, but for powers of two. Beyond, r may underflow.
@single = float<ieee_32,ne>;
x = single(X);
r = single(R);
y = 1 / x;
square single= x * r * r;
difference = (r + r) - square;
step = single(difference);
e = (r - y) / y;
s = (square - x * r * r) / (x * r * r);
d = (step - difference) / difference;
off = (step - y) / y;
{ x in [1,2] /\ |e| <= 3b-13 -> off in ? }
# All of it follows from x y = 1 and r = (1 + e) y; r + r is exact.
r -> (1 + e) * y;
difference -> y * (1 - e * e - s * (1 + e) * (1 + e));
(step - y) / y -> d * (1 - e * e - s * (1 + e) * (1 + e)) - s * (1 + e) * (1 + e) - e * e;
