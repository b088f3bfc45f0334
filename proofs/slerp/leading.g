# The coefficient of x^0 for 1 - t, where t is a float: rounded to double, then to float.
@single = float<ieee_32,ne>;
@double = float<ieee_64,ne>;
t = single(T);
late double= 1 - t;
rounded = single(late);
of_late = late - (1 - t);
of_rounded = rounded - (1 - t);
{ t in [<low>,<high>] -> of_late in ? /\ of_rounded in ? }
