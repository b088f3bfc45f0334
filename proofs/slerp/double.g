# The coefficients before they are rounded to float, evaluated in double for t or 1 - t.
@double = float<ieee_64,ne>;
t = double(T);
square double= t * t;
exact_square = t * t;
factor double= t * (1 - square);
exact_factor = t * (1 - exact_square);
<coefficients>
{ t in [0,1] -> <goals> }
