/* Functions of math.h whose results are exact. Absolute values, roots and remainders are intrinsic. */

/* Intrinsic: nobody knows what follows, and why. */
void __mores_unsupported(const char *why);
/* Intrinsic: whether the program looks at `errno`. */
_Bool __mores_errno_read(void);
/* Intrinsic: numbers that the function of this name leaves open: any at all, any that is zero where another is. */
int __mores_open_any(const char *function);
int __mores_open_truth(const char *function, int of);

static void __mores_no_room(_Bool fits, _Bool given);
static double __mores_cut(double x);
static double __mores_half_away(double x);
static double __mores_half_even(double x);
static double __mores_signed_like(double amount, double sign);
static double __mores_whole_number(double x, double most);
static double __mores_less(double a, double b);

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
long lround(double x) { return (long)__mores_whole_number(__mores_half_away(x), sizeof(long) == 8 ? 0x1p63 : 0x1p31); }
long long llround(double x) { return (long long)__mores_whole_number(__mores_half_away(x), 0x1p63); }

double rint(double x) { return __mores_half_even(x); }
float rintf(float x) { return (float)__mores_half_even(x); }
double nearbyint(double x) { return __mores_half_even(x); }
float nearbyintf(float x) { return (float)__mores_half_even(x); }
long lrint(double x) { return (long)__mores_whole_number(__mores_half_even(x), sizeof(long) == 8 ? 0x1p63 : 0x1p31); }
long long llrint(double x) { return (long long)__mores_whole_number(__mores_half_even(x), 0x1p63); }

/* Which of two zeros is the less is left open. */
double fmin(double a, double b) { return __mores_less(a, b); }
float fminf(float a, float b) { return (float)__mores_less(a, b); }
double fmax(double a, double b) { return -__mores_less(-a, -b); }
float fmaxf(float a, float b) { return (float)-__mores_less(-a, -b); }

double fdim(double a, double b)
{
    double difference = a != a || b != b ? a + b : a > b ? a - b : 0.0;
    __mores_no_room(difference - difference == 0.0, a - a == 0.0 && b - b == 0.0);
    return difference;
}

float fdimf(float a, float b)
{
    float difference = a != a || b != b ? a + b : a > b ? a - b : 0.0f;
    __mores_no_room(difference - difference == 0.0f, a - a == 0.0f && b - b == 0.0f);
    return difference;
}

int isnan(double x) { return __mores_open_truth("isnan", x != x); }
int __isnan(double x) { return __mores_open_truth("__isnan", x != x); }
int __isnanf(float x) { return __mores_open_truth("__isnanf", x != x); }
int isinf(double x) { return __mores_open_truth("isinf", __builtin_isinf_sign(x)); }
int __isinf(double x) { return __mores_open_truth("__isinf", __builtin_isinf_sign(x)); }
int __isinff(float x) { return __mores_open_truth("__isinff", __builtin_isinf_sign(x)); }
int finite(double x) { return __mores_open_truth("finite", x - x == 0.0); }
int __finite(double x) { return __mores_open_truth("__finite", x - x == 0.0); }
int __finitef(float x) { return __mores_open_truth("__finitef", x - x == 0.0f); }
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

/* Libraries may or may not set `errno` where finite numbers give one that is not. */
static void __mores_no_room(_Bool fits, _Bool given)
{
    if (given && !fits && __mores_errno_read()) {
        __mores_unsupported("what `errno` is where a function has no result");
    }
}

/* A whole number, as long as an integer type has room for it. */
static double __mores_whole_number(double x, double most)
{
    if (!(x >= -most && x < most)) {
        __mores_unsupported("a number is rounded to an integer that has no room for it");
    }
    return x;
}

static double __mores_less(double a, double b)
{
    if (a == 0.0 && b == 0.0 && __mores_open_any("fmin") % 2 != 0) {
        return b;
    }
    return a != a || b < a ? b : a;
}
