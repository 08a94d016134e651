/* Functions of math.h whose results are exact. Absolute values, roots and remainders are intrinsic. */

static double __mores_cut(double x);
static double __mores_half_away(double x);
static double __mores_half_even(double x);
static double __mores_signed_like(double amount, double sign);

double copysign(double amount, double sign) { return __mores_signed_like(amount, sign); }
float copysignf(float amount, float sign) { return (float)__mores_signed_like(amount, sign); }

double trunc(double x) { return __mores_cut(x); }
float truncf(float x) { return (float)__mores_cut(x); }

double floor(double x)
{
    double whole = __mores_cut(x);
    return whole > x ? whole - 1.0 : whole;
}

float floorf(float x)
{
    double whole = __mores_cut(x);
    return (float)(whole > x ? whole - 1.0 : whole);
}

double ceil(double x)
{
    double whole = __mores_cut(x);
    return whole < x ? __mores_signed_like(whole + 1.0, x) : whole;
}

float ceilf(float x)
{
    double whole = __mores_cut(x);
    return (float)(whole < x ? __mores_signed_like(whole + 1.0, x) : whole);
}

static double __mores_half_away(double x)
{
    double whole = __mores_cut(x);
    return __builtin_fabs(x - whole) >= 0.5 ? whole + __mores_signed_like(1.0, x) : whole;
}

/* Halves go to the even side, as the default rounding of the machine has it. */
static double __mores_half_even(double x)
{
    double whole = __mores_cut(x), rest = __builtin_fabs(x - whole);
    _Bool odd = rest == 0.5 && (long long)whole % 2 != 0;
    return rest > 0.5 || odd ? whole + __mores_signed_like(1.0, x) : whole;
}

double round(double x) { return __mores_half_away(x); }
float roundf(float x) { return (float)__mores_half_away(x); }
long lround(double x) { return (long)__mores_half_away(x); }
long long llround(double x) { return (long long)__mores_half_away(x); }

double rint(double x) { return __mores_half_even(x); }
float rintf(float x) { return (float)__mores_half_even(x); }
double nearbyint(double x) { return __mores_half_even(x); }
float nearbyintf(float x) { return (float)__mores_half_even(x); }
long lrint(double x) { return (long)__mores_half_even(x); }
long long llrint(double x) { return (long long)__mores_half_even(x); }

double fmin(double a, double b) { return a != a || b < a ? b : a; }
float fminf(float a, float b) { return a != a || b < a ? b : a; }
double fmax(double a, double b) { return a != a || b > a ? b : a; }
float fmaxf(float a, float b) { return a != a || b > a ? b : a; }
double fdim(double a, double b) { return a != a || b != b ? a + b : a > b ? a - b : 0.0; }
float fdimf(float a, float b) { return a != a || b != b ? a + b : a > b ? a - b : 0.0f; }

int isnan(double x) { return x != x; }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int isinf(double x) { return __builtin_isinf_sign(x); }
int __isinf(double x) { return __builtin_isinf_sign(x); }
int __isinff(float x) { return __builtin_isinf_sign(x); }
int finite(double x) { return x - x == 0.0; }
int __finite(double x) { return x - x == 0.0; }
int __finitef(float x) { return x - x == 0.0f; }
int __signbit(double x) { return __builtin_signbit(x); }
int __signbitf(float x) { return __builtin_signbit(x); }

double modf(double x, double *whole)
{
    *whole = __mores_cut(x);
    return __mores_signed_like(x == *whole ? 0.0 : x - *whole, x);
}

static double __mores_signed_like(double amount, double sign)
{
    double positive = __builtin_fabs(amount);
    return __builtin_signbit(sign) ? -positive : positive;
}

/* Beyond 2 to the 52 all numbers are whole. */
static double __mores_cut(double x)
{
    if (!(x > -4503599627370496.0 && x < 4503599627370496.0)) {
        return x;
    }
    return __mores_signed_like((double)(long long)x, x);
}
