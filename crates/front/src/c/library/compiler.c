/* Functions that the compiler knows by itself. */

static int __mores_ones(unsigned long long v);
static unsigned long long __mores_smear(unsigned long long v);
static unsigned __mores_swapped(unsigned v);

int __builtin_popcount(unsigned v) { return __mores_ones(v); }
int __builtin_popcountl(unsigned long v) { return __mores_ones(v); }
int __builtin_popcountll(unsigned long long v) { return __mores_ones(v); }

int __builtin_parity(unsigned v) { return __mores_ones(v) & 1; }
int __builtin_parityl(unsigned long v) { return __mores_ones(v) & 1; }
int __builtin_parityll(unsigned long long v) { return __mores_ones(v) & 1; }

int __builtin_ffs(int v) { return v == 0 ? 0 : __mores_ones(v ^ (v - 1ULL)); }
int __builtin_ffsl(long v) { return v == 0 ? 0 : __mores_ones(v ^ (v - 1ULL)); }
int __builtin_ffsll(long long v) { return v == 0 ? 0 : __mores_ones(v ^ (v - 1ULL)); }

int __builtin_clz(unsigned v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return 32 - __mores_ones(__mores_smear(v));
}

int __builtin_clzl(unsigned long v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return (int)sizeof v * 8 - __mores_ones(__mores_smear(v));
}

int __builtin_clzll(unsigned long long v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return 64 - __mores_ones(__mores_smear(v));
}

int __builtin_ctz(unsigned v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return __mores_ones((v & (0 - v)) - 1);
}

int __builtin_ctzl(unsigned long v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return __mores_ones((v & (0 - v)) - 1);
}

int __builtin_ctzll(unsigned long long v)
{
    if (v == 0) {
        __builtin_unreachable();
    }
    return __mores_ones((v & (0 - v)) - 1);
}

unsigned __builtin_bswap16(unsigned v) { return (v >> 8 & 0xff) | (v & 0xff) << 8; }
unsigned __builtin_bswap32(unsigned v) { return __mores_swapped(v); }

unsigned long long __builtin_bswap64(unsigned long long v)
{
    return (unsigned long long)__mores_swapped((unsigned)v) << 32 | __mores_swapped((unsigned)(v >> 32));
}

int __builtin_isnan(double x) { return x != x; }
int __builtin_isfinite(double x) { return x - x == 0.0; }
int __builtin_isinf_sign(double x) { return x == x && x - x != x - x ? (x > 0.0 ? 1 : -1) : 0; }

double __builtin_inf(void) { return 1e308 * 10.0; }
float __builtin_inff(void) { return (float)(1e308 * 10.0); }
double __builtin_huge_val(void) { return 1e308 * 10.0; }
float __builtin_huge_valf(void) { return (float)(1e308 * 10.0); }

double __builtin_nan(const char *payload)
{
    double infinite = 1e308 * 10.0;
    return infinite - infinite;
}

float __builtin_nanf(const char *payload)
{
    double infinite = 1e308 * 10.0;
    return (float)(infinite - infinite);
}

/* How many bits are set: sums of neighbouring groups, which double in width. */
static int __mores_ones(unsigned long long v)
{
    v = (v & 0x5555555555555555) + (v >> 1 & 0x5555555555555555);
    v = (v & 0x3333333333333333) + (v >> 2 & 0x3333333333333333);
    v = (v & 0x0f0f0f0f0f0f0f0f) + (v >> 4 & 0x0f0f0f0f0f0f0f0f);
    v = (v & 0x00ff00ff00ff00ff) + (v >> 8 & 0x00ff00ff00ff00ff);
    v = (v & 0x0000ffff0000ffff) + (v >> 16 & 0x0000ffff0000ffff);
    return (int)(v & 0xffffffff) + (int)(v >> 32);
}

/* All bits below the highest one, too. */
static unsigned long long __mores_smear(unsigned long long v)
{
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    return v | v >> 32;
}

static unsigned __mores_swapped(unsigned v)
{
    return v << 24 | (v & 0xff00) << 8 | (v >> 8 & 0xff00) | v >> 24;
}
