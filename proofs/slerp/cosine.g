# The last two roundings of x = 1 - |cosine|: y is the magnitude of the unrounded sum of the two
# halves of the dot product.
@single = float<ieee_32,ne>;
cosine = single(y);
x single= 1 - cosine;
error = x - (1 - y);
of_cosine = cosine - y;
{ y in [<low>,<high>] -> error in ? /\ of_cosine in ? }
