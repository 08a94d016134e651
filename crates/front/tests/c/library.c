/* Compares each function of our library, here called lib_…, with that of the C library of the machine. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int failures;
static unsigned long long state = 88172645463325252ULL;

static unsigned draw(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 11) % below;
}

#define CHECK(what, same) do { if (!(same)) { if (failures++ < 20) printf("line %d: %s\n", __LINE__, what); } } while (0)

static int sign(int n) { return (n > 0) - (n < 0); }

#define SIZE 24

/* Few different characters, so that much is equal; some are negative as char. */
static void word(char *to, unsigned most)
{
    static const char letters[] = "aAbB \t,;\x80\xff\xc1z";
    unsigned length = draw(most + 1);
    for (unsigned i = 0; i < length; i++) {
        to[i] = letters[draw(sizeof letters - 1)];
    }
    to[length] = 0;
}

int lib_memcmp(const void *, const void *, size_t);
int lib_bcmp(const void *, const void *, size_t);
void *lib_memchr(const void *, int, size_t);
void *lib_rawmemchr(const void *, int);
void *lib_memrchr(const void *, int, size_t);
void *lib_memmem(const void *, size_t, const void *, size_t);
void *lib_mempcpy(void *, const void *, size_t);
void lib_bcopy(const void *, void *, size_t);
void lib_bzero(void *, size_t);
int lib_ffs(int);
size_t lib_strlen(const char *);
size_t lib_strnlen(const char *, size_t);
char *lib_strcpy(char *, const char *);
char *lib_stpcpy(char *, const char *);
char *lib_strncpy(char *, const char *, size_t);
char *lib_stpncpy(char *, const char *, size_t);
char *lib_strcat(char *, const char *);
char *lib_strncat(char *, const char *, size_t);
size_t lib_strlcpy(char *, const char *, size_t);
size_t lib_strlcat(char *, const char *, size_t);
int lib_strcmp(const char *, const char *);
int lib_strcoll(const char *, const char *);
int lib_strncmp(const char *, const char *, size_t);
int lib_strcasecmp(const char *, const char *);
int lib_strncasecmp(const char *, const char *, size_t);
char *lib_strchr(const char *, int);
char *lib_index(const char *, int);
char *lib_strchrnul(const char *, int);
char *lib_strrchr(const char *, int);
char *lib_rindex(const char *, int);
char *lib_strstr(const char *, const char *);
char *lib_strcasestr(const char *, const char *);
size_t lib_strspn(const char *, const char *);
size_t lib_strcspn(const char *, const char *);
char *lib_strpbrk(const char *, const char *);
char *lib_strtok(char *, const char *);
char *lib_strtok_r(char *, const char *, char **);
char *lib___strtok_r(char *, const char *, char **);
char *lib_strsep(char **, const char *);
char *lib_strdup(const char *);
char *lib_strndup(const char *, size_t);

static void memory_functions(const char *a, const char *b, unsigned n, int c)
{
    char x[2 * SIZE], y[2 * SIZE];
    CHECK("memcmp", sign(lib_memcmp(a, b, n)) == sign(memcmp(a, b, n)));
    CHECK("bcmp", !lib_bcmp(a, b, n) == !bcmp(a, b, n));
    CHECK("memchr", lib_memchr(a, c, n) == memchr(a, c, n));
    CHECK("memrchr", lib_memrchr(a, c, n) == memrchr(a, c, n));
    CHECK("rawmemchr", lib_rawmemchr(a, 0) == rawmemchr(a, 0));
    CHECK("memmem", lib_memmem(a, n, b, n % 4) == memmem(a, n, b, n % 4));
    memset(x, 'x', sizeof x);
    memset(y, 'x', sizeof y);
    CHECK("mempcpy", lib_mempcpy(x, a, n) == x + n && mempcpy(y, a, n) == y + n);
    lib_bcopy(x, x + 1, n);
    bcopy(y, y + 1, n);
    lib_bzero(x + 2, n % 3);
    bzero(y + 2, n % 3);
    CHECK("bcopy, bzero", memcmp(x, y, sizeof x) == 0);
}

static void comparisons(const char *a, const char *b, unsigned n)
{
    CHECK("strcmp", sign(lib_strcmp(a, b)) == sign(strcmp(a, b)));
    CHECK("strcoll", sign(lib_strcoll(a, b)) == sign(strcoll(a, b)));
    CHECK("strncmp", sign(lib_strncmp(a, b, n)) == sign(strncmp(a, b, n)));
    CHECK("strcasecmp", sign(lib_strcasecmp(a, b)) == sign(strcasecmp(a, b)));
    CHECK("strncasecmp", sign(lib_strncasecmp(a, b, n)) == sign(strncasecmp(a, b, n)));
}

static void searches(const char *a, const char *b, unsigned n, int c)
{
    CHECK("strlen", lib_strlen(a) == strlen(a));
    CHECK("strnlen", lib_strnlen(a, n) == strnlen(a, n));
    CHECK("strchr", lib_strchr(a, c) == strchr(a, c) && lib_strchr(a, 0) == strchr(a, 0));
    CHECK("index", lib_index(a, c) == index(a, c) && lib_index(a, 0) == index(a, 0));
    CHECK("strchrnul", lib_strchrnul(a, c) == strchrnul(a, c));
    CHECK("strrchr", lib_strrchr(a, c) == strrchr(a, c) && lib_strrchr(a, 0) == strrchr(a, 0));
    CHECK("rindex", lib_rindex(a, c) == rindex(a, c) && lib_rindex(a, 0) == rindex(a, 0));
    CHECK("strspn", lib_strspn(a, b) == strspn(a, b));
    CHECK("strcspn", lib_strcspn(a, b) == strcspn(a, b));
    CHECK("strpbrk", lib_strpbrk(a, b) == strpbrk(a, b));
    char part[4] = {b[0], b[0] ? b[1] : 0};
    CHECK("strstr", lib_strstr(a, part) == strstr(a, part) && lib_strstr(a, b) == strstr(a, b));
    CHECK("strcasestr", lib_strcasestr(a, part) == strcasestr(a, part) && lib_strcasestr(a, b) == strcasestr(a, b));
}

#define COPIES(name, call_ours, call_theirs) do { \
    char x[3 * SIZE], y[3 * SIZE], *p = x, *q = y; \
    memset(x, 'x', sizeof x); memset(y, 'x', sizeof y); \
    strcpy(x, b); strcpy(y, b); \
    CHECK(name, (call_ours) - x == (call_theirs) - y && memcmp(x, y, sizeof x) == 0); \
    (void)p; (void)q; } while (0)

static void bounded(const char *a, const char *b, size_t size)
{
    char x[2 * SIZE];
    memset(x, 'x', sizeof x);
    CHECK("strlcpy", lib_strlcpy(x, a, size) == strlen(a));
    CHECK("strlcpy", size == 0 ? x[0] == 'x' : x[strlen(a) < size ? strlen(a) : size - 1] == 0);
    CHECK("strlcpy", size == 0 || strncmp(x, a, size - 1) == 0);
    memset(x, 'x', sizeof x);
    strcpy(x, b);
    size_t held = strnlen(b, size);
    CHECK("strlcat", lib_strlcat(x, a, size) == held + strlen(a));
    CHECK("strlcat", memcmp(x, b, held) == 0 && (held >= size || strncmp(x + held, a, size - held - 1) == 0));
    CHECK("strlcat", held >= size || strlen(x) == (held + strlen(a) < size ? held + strlen(a) : size - 1));
}

static void copies(const char *a, const char *b, unsigned n)
{
    COPIES("strcpy", lib_strcpy(p, a), strcpy(q, a));
    COPIES("stpcpy", lib_stpcpy(p, a), stpcpy(q, a));
    COPIES("strncpy", lib_strncpy(p, a, n), strncpy(q, a, n));
    COPIES("stpncpy", lib_stpncpy(p, a, n), stpncpy(q, a, n));
    COPIES("strcat", lib_strcat(p, a), strcat(q, a));
    COPIES("strncat", lib_strncat(p, a, n), strncat(q, a, n));
    bounded(a, b, n);
    char *copy = lib_strdup(a), *part = lib_strndup(a, n), *theirs = strndup(a, n);
    CHECK("strdup", copy != a && strcmp(copy, a) == 0);
    CHECK("strndup", strcmp(part, theirs) == 0);
    free(copy);
    free(part);
    free(theirs);
}

static void tokens(const char *a)
{
    char x[SIZE + 1], y[SIZE + 1], *ours, *theirs, *rest, *other;
    const char *sets[] = {" \t", ",;", "", "aA"};
    for (int round = 0; round < 3; round++) {
        strcpy(x, a);
        strcpy(y, a);
        for (int i = 0; i < 30; i++) {
            const char *set = sets[draw(4)];
            char *first = i == 0 ? x : 0, *second = i == 0 ? y : 0;
            ours = round == 0 ? lib_strtok(first, set)
                 : round == 1 ? lib_strtok_r(first, set, &rest) : lib___strtok_r(first, set, &rest);
            theirs = round == 0 ? strtok(second, set) : strtok_r(second, set, &other);
            CHECK("strtok", ours == 0 ? theirs == 0 : theirs != 0 && ours - x == theirs - y && strcmp(ours, theirs) == 0);
        }
    }
    strcpy(x, a);
    strcpy(y, a);
    rest = x;
    other = y;
    do {
        const char *set = sets[draw(4)];
        ours = lib_strsep(&rest, set);
        theirs = strsep(&other, set);
        CHECK("strsep", ours == 0 ? theirs == 0 : theirs != 0 && ours - x == theirs - y && strcmp(ours, theirs) == 0);
    } while (ours && theirs);
}

static void strings(void)
{
    char a[SIZE + 1], b[SIZE + 1];
    for (int round = 0; round < 20000; round++) {
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        word(a, draw(4) == 0 ? 2 : SIZE);
        if (draw(2)) {
            memcpy(b, a, sizeof b);
            b[draw(SIZE)] = draw(3) == 0 ? 0 : 'b';
        } else {
            word(b, 6);
        }
        unsigned n = draw(SIZE + 1);
        int c = draw(2) ? a[draw(SIZE)] : (int)draw(600) - 300;
        memory_functions(a, b, n, c);
        comparisons(a, b, n);
        searches(a, b, n, c);
        copies(a, b, n);
        tokens(a);
    }
    for (int i = -5; i < 5; i++) {
        CHECK("ffs", lib_ffs(i) == ffs(i) && lib_ffs(i << 20) == ffs(i << 20));
    }
}

#define CLASS(name) int lib_##name(int);
CLASS(isupper) CLASS(islower) CLASS(isalpha) CLASS(isdigit) CLASS(isalnum) CLASS(isxdigit) CLASS(isspace)
CLASS(isblank) CLASS(iscntrl) CLASS(isprint) CLASS(isgraph) CLASS(ispunct) CLASS(isascii) CLASS(toascii)
CLASS(tolower) CLASS(toupper)
const unsigned short **lib___ctype_b_loc(void);
const int **lib___ctype_tolower_loc(void);
const int **lib___ctype_toupper_loc(void);

static void characters(void)
{
    for (int c = -1; c < 256; c++) {
#define SAME(name) CHECK(#name, !lib_##name(c) == !(name)(c));
        SAME(isupper) SAME(islower) SAME(isalpha) SAME(isdigit) SAME(isalnum) SAME(isxdigit) SAME(isspace)
        SAME(isblank) SAME(iscntrl) SAME(isprint) SAME(isgraph) SAME(ispunct) SAME(isascii)
        CHECK("toascii", lib_toascii(c) == toascii(c));
        CHECK("tolower", lib_tolower(c) == tolower(c));
        CHECK("toupper", lib_toupper(c) == toupper(c));
    }
    for (int c = -128; c < 256; c++) {
        CHECK("__ctype_b_loc", (*lib___ctype_b_loc())[c] == (*__ctype_b_loc())[c]);
        CHECK("__ctype_tolower_loc", (*lib___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c]);
        CHECK("__ctype_toupper_loc", (*lib___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c]);
    }
}

int lib_abs(int);
long lib_labs(long);
long long lib_llabs(long long);
int lib_atoi(const char *);
long lib_atol(const char *);
long long lib_atoll(const char *);
long lib_strtol(const char *, char **, int);
long long lib_strtoll(const char *, char **, int);
unsigned long lib_strtoul(const char *, char **, int);
unsigned long long lib_strtoull(const char *, char **, int);
int *lib___errno_location(void);
void lib_srand(unsigned);
void lib_srandom(unsigned);
void *lib_aligned_alloc(size_t, size_t);
void *lib_memalign(size_t, size_t);
int lib_posix_memalign(void **, size_t, size_t);
void *lib_realloc(void *, size_t);
void *lib_reallocarray(void *, size_t, size_t);
void lib_qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *lib_bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

#define NUMBER(name, text, base) do { \
    char *p = 0, *q = 0; \
    errno = *lib___errno_location() = 0; \
    int same = lib_##name(text, &p, base) == name(text, &q, base); \
    CHECK(#name, same && p == q && *lib___errno_location() == errno); \
    CHECK(#name, lib_##name(text, 0, base) == name(text, 0, base)); } while (0)

static void number(const char *text)
{
    static const int bases[] = {0, 2, 8, 10, 16, 36};
    for (int i = 0; i < 6; i++) {
        NUMBER(strtol, text, bases[i]);
        NUMBER(strtoll, text, bases[i]);
        NUMBER(strtoul, text, bases[i]);
        NUMBER(strtoull, text, bases[i]);
    }
    /* What does not fit has no meaning. */
    errno = 0;
    long long value = strtoll(text, 0, 10);
    if (errno == 0) {
        CHECK("atoi", value != (int)value || lib_atoi(text) == atoi(text));
        CHECK("atol", lib_atol(text) == atol(text));
        CHECK("atoll", lib_atoll(text) == atoll(text));
    }
}

static void numbers(void)
{
    static const char *edges[] = {"", "0", "-", "+", " \t\n\v\f\r12", "0x", "0xg", "-0x1f", "09", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
        "18446744073709551616", "-18446744073709551615", "-18446744073709551616", "99999999999999999999999", "0X", "0x-1",
        "2147483648", "-2147483649", "zzzz", "+-1", "1 2"};
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
        number(edges[i]);
    }
    for (int round = 0; round < 20000; round++) {
        static const char letters[] = "0123456789abfxXzZ+- \n9999";
        char text[30];
        unsigned length = draw(29);
        for (unsigned i = 0; i < length; i++) {
            text[i] = letters[i == 0 ? draw(sizeof letters - 1) : draw(draw(3) ? 10 : sizeof letters - 1)];
        }
        text[length] = 0;
        number(text);
    }
    CHECK("abs", lib_abs(-5) == 5 && lib_abs(7) == 7 && lib_abs(0) == 0);
    CHECK("labs", lib_labs(-5000000000) == 5000000000 && lib_labs(7) == 7);
    CHECK("llabs", lib_llabs(-5000000000) == 5000000000 && lib_llabs(7) == 7);
}

static int compared;

static int by_first(const void *a, const void *b)
{
    compared++;
    return *(const signed char *)a - *(const signed char *)b;
}

static void sorting(void)
{
    for (int round = 0; round < 3000; round++) {
        char x[40 * 3], y[40 * 3];
        unsigned count = draw(40), size = 1 + draw(3);
        for (unsigned i = 0; i < sizeof x; i++) {
            x[i] = y[i] = (char)(draw(10) - 5);
        }
        lib_qsort(x, count, size, by_first);
        qsort(y, count, size, by_first);
        for (unsigned i = 1; i < count; i++) {
            CHECK("qsort", by_first(x + (i - 1) * size, x + i * size) <= 0);
        }
        /* Elements that are all different in their first byte have one order; others at least the same first bytes. */
        for (unsigned i = 0; i < sizeof x; i++) {
            CHECK("qsort", x[i] == y[i] || (i < count * size && i % size != 0));
        }
        signed char key = (signed char)(draw(12) - 6);
        char *found = lib_bsearch(&key, x, count, size, by_first), *theirs = bsearch(&key, x, count, size, by_first);
        CHECK("bsearch", !found == !theirs && (!found || (*found == key && (found - x) % size == 0)));
    }
    CHECK("qsort compares", compared > 1000);
}

static void allocation(void)
{
    lib_srand(1);
    lib_srandom(1);
    void *made = 0;
    CHECK("posix_memalign", lib_posix_memalign(&made, 16, 10) == 0 && made);
    free(made);
    free(lib_aligned_alloc(16, 32));
    free(lib_memalign(16, 32));
    char *text = lib_realloc(0, 4);
    strcpy(text, "abc");
    text = lib_realloc(text, 100);
    CHECK("realloc", strcmp(text, "abc") == 0);
    text = lib_reallocarray(text, 2, 2);
    CHECK("reallocarray", strcmp(text, "abc") == 0);
    CHECK("reallocarray", lib_reallocarray(text, (size_t)-1, 2) == 0);
}

#define REAL(name) double lib_##name(double); float lib_##name##f(float);
#define REALS(name) double lib_##name(double, double); float lib_##name##f(float, float);
REAL(trunc) REAL(floor) REAL(ceil) REAL(round) REAL(rint) REAL(nearbyint)
REALS(copysign) REALS(fmin) REALS(fmax) REALS(fdim)
long lib_lround(double), lib_lrint(double);
long long lib_llround(double), lib_llrint(double);
int lib_isnan(double), lib___isnan(double), lib___isnanf(float), lib_isinf(double), lib___isinf(double);
int lib___isinff(float), lib_finite(double), lib___finite(double), lib___finitef(float);
int lib___signbit(double), lib___signbitf(float);
double lib_modf(double, double *);
int lib___builtin_isnan(double), lib___builtin_isfinite(double), lib___builtin_isinf_sign(double);
double lib___builtin_inf(void), lib___builtin_huge_val(void), lib___builtin_nan(const char *);
float lib___builtin_inff(void), lib___builtin_huge_valf(void), lib___builtin_nanf(const char *);

/* The same bits, all numbers that are none being the same. */
static int same(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static double real(void)
{
    static const double edges[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 4503599627370495.5,
        4503599627370496.0, -4503599627370495.5, 9007199254740993.0, 1e300, -1e300, INFINITY, -INFINITY, NAN, 5e-324,
        2251799813685247.5, 2251799813685248.5, 3.0, -3.0, 8388607.5f, 0.49999997f};
    if (draw(3) == 0) {
        return edges[draw(sizeof edges / sizeof *edges)];
    }
    if (draw(2)) {
        return ((int)draw(2000) - 1000) / 4.0;
    }
    double value;
    uint64_t bits = (uint64_t)draw(1u << 31) << 33 | (uint64_t)draw(1u << 31) << 2 | draw(4);
    memcpy(&value, &bits, sizeof value);
    return isnan(value) ? NAN : value;
}

static void reals(void)
{
    for (int i = 0; i < 200000; i++) {
        double a = real(), b = real(), p, q;
        float x = (float)a, y = (float)b;
#define ONE(name) CHECK(#name, same(lib_##name(a), name(a))); CHECK(#name "f", same(lib_##name##f(x), name##f(x)));
        ONE(trunc) ONE(floor) ONE(ceil) ONE(round) ONE(rint) ONE(nearbyint)
#define TWO(name) CHECK(#name, same(lib_##name(a, b), name(a, b))); \
        CHECK(#name "f", same(lib_##name##f(x, y), name##f(x, y)));
        TWO(copysign) TWO(fdim)
        /* Which zero is the lesser is left open. */
        if (x != 0 || y != 0) {
            TWO(fmin)
        }
        if (x != 0 || y != 0) {
            TWO(fmax)
        }
        if (fabs(a) < 1e15) {
            CHECK("lround", lib_lround(a) == lround(a) && lib_llround(a) == llround(a));
            CHECK("lrint", lib_lrint(a) == lrint(a) && lib_llrint(a) == llrint(a));
        }
        CHECK("modf", same(lib_modf(a, &p), modf(a, &q)) && same(p, q));
        CHECK("isnan", !lib_isnan(a) == !isnan(a) && !lib___isnan(a) == !isnan(a) && !lib___isnanf(x) == !isnan(x));
        CHECK("isinf", lib_isinf(a) == __builtin_isinf_sign(a) && !lib___isinf(a) == !isinf(a));
        CHECK("isinf", !lib___isinff(x) == !isinf(x));
        CHECK("finite", !lib_finite(a) == !finite(a) && !lib___finite(a) == !finite(a) && !lib___finitef(x) == !finite(x));
        CHECK("signbit", !lib___signbit(a) == !signbit(a) && !lib___signbitf(x) == !signbit(x));
        CHECK("builtin", !lib___builtin_isnan(a) == !isnan(a) && !lib___builtin_isfinite(a) == !isfinite(a));
        CHECK("builtin", lib___builtin_isinf_sign(a) == __builtin_isinf_sign(a));
    }
    CHECK("inf", lib___builtin_inf() == INFINITY && lib___builtin_inff() == INFINITY);
    CHECK("huge", lib___builtin_huge_val() == INFINITY && lib___builtin_huge_valf() == INFINITY);
    CHECK("nan", isnan(lib___builtin_nan("")) && isnan(lib___builtin_nanf("")));
}

#define WORDS(name) int lib___builtin_##name(unsigned), lib___builtin_##name##l(unsigned long), \
    lib___builtin_##name##ll(unsigned long long);
WORDS(popcount) WORDS(parity) WORDS(clz) WORDS(ctz)
int lib___builtin_ffs(int), lib___builtin_ffsl(long), lib___builtin_ffsll(long long);
unsigned lib___builtin_bswap16(unsigned), lib___builtin_bswap32(unsigned);
unsigned long long lib___builtin_bswap64(unsigned long long);

static void words(void)
{
    for (int round = 0; round < 100000; round++) {
        unsigned long long w = (unsigned long long)draw(1u << 31) << 33 | draw(1u << 31);
        w = draw(2) ? w >> draw(64) : w << draw(64);
        unsigned u = (unsigned)w;
        unsigned long l = w;
#define WORD(name) CHECK(#name, lib___builtin_##name(u) == __builtin_##name(u) \
        && lib___builtin_##name##l(l) == __builtin_##name##l(l) && lib___builtin_##name##ll(w) == __builtin_##name##ll(w));
        WORD(popcount) WORD(parity) WORD(ffs)
        if (u != 0) {
            WORD(clz) WORD(ctz)
        }
        CHECK("bswap", lib___builtin_bswap16(u & 0xffff) == __builtin_bswap16(u & 0xffff)
            && lib___builtin_bswap32(u) == __builtin_bswap32(u) && lib___builtin_bswap64(w) == __builtin_bswap64(w));
    }
}

int lib_sprintf(char *, const char *, ...), lib_snprintf(char *, size_t, const char *, ...);
int lib_vsprintf(char *, const char *, va_list), lib_vsnprintf(char *, size_t, const char *, va_list);

static void formatted(size_t size, const char *format, ...)
{
    char x[100], y[100];
    va_list ours, theirs;
    memset(x, 'x', sizeof x);
    memset(y, 'x', sizeof y);
    va_start(ours, format);
    va_copy(theirs, ours);
    if (size == sizeof x) {
        CHECK(format, lib_vsprintf(x, format, ours) == vsprintf(y, format, theirs));
    } else {
        CHECK(format, lib_vsnprintf(x, size, format, ours) == vsnprintf(y, size, format, theirs));
    }
    va_end(ours);
    va_end(theirs);
    CHECK(format, memcmp(x, y, sizeof x) == 0);
}

static void formats(void)
{
    char x[100], y[100], format[40];
    for (int round = 0; round < 100000; round++) {
        unsigned long long number = draw(3) == 0 ? draw(3) : (unsigned long long)draw(1u << 31) << 33 | draw(1u << 31);
        size_t size = draw(2) ? sizeof x : draw(20);
        char *at = format;
        *at++ = 'a';
        *at++ = '%';
        for (unsigned flags = draw(4); flags > 0; flags--) {
            *at++ = "-+ 0#"[draw(5)];
        }
        if (draw(2)) {
            at += sprintf(at, "%u", 1 + draw(30));
        }
        if (draw(2)) {
            at += draw(5) ? sprintf(at, ".%u", draw(25)) : sprintf(at, ".");
        }
        char *letter = at;
        static const char *narrow[] = {"", "h", "hh"}, *wide[] = {"l", "ll", "z", "j", "t"};
        number >>= draw(60);
        strcpy(letter, narrow[draw(3)]);
        sprintf(letter + strlen(letter), "%cb%%%%", "dixXou"[draw(6)]);
        formatted(size, format, (int)number);
        strcpy(letter, wide[draw(5)]);
        sprintf(letter + strlen(letter), "%cb%%%%", "dixXou"[draw(6)]);
        formatted(size, format, number);
        strcpy(letter, "sb");
        formatted(size, format, "some text, not long");
        strcpy(letter, "cb");
        formatted(size, format, 'a' + (int)draw(26));
    }
    formatted(sizeof x, "%*d|%.*s|%-*u", -6, 42, 2, "xyz", 5, 7u);
    CHECK("sprintf", lib_sprintf(x, "%s=%d", "a", -1) == sprintf(y, "%s=%d", "a", -1) && strcmp(x, y) == 0);
    CHECK("snprintf", lib_snprintf(x, 3, "%s=%d", "a", -1) == 4 && strcmp(x, "a=") == 0);
    CHECK("snprintf", lib_snprintf(NULL, 0, "%5d", 1) == 5);
}

int lib_asprintf(char **, const char *, ...), lib_vasprintf(char **, const char *, va_list);

static void allocated(const char *format, ...)
{
    char *x, *y;
    va_list ours, theirs;
    va_start(ours, format);
    va_copy(theirs, ours);
    int length = vasprintf(&y, format, theirs);
    CHECK("vasprintf", lib_vasprintf(&x, format, ours) == length && strcmp(x, y) == 0);
    va_end(ours);
    va_end(theirs);
    free(x);
    free(y);
    CHECK("asprintf", lib_asprintf(&x, "%d-%s", length, format) > 0 && atoi(x) == length);
    free(x);
}

/* How often our library has said that it does not know. */
extern int mores_unknown;

double lib_strtod(const char *, char **), lib_atof(const char *);
float lib_strtof(const char *, char **);

static int fraction(const char *text)
{
    char *ours, *theirs;
    int before = mores_unknown;
    errno = 0;
    double x = lib_strtod(text, &ours), y = strtod(text, &theirs);
    int error = errno;
    if (mores_unknown == before) {
        CHECK(text, same(x, y) && ours == theirs && lib_atof(text) == x | x != x);
        CHECK(text, !isnan(x) || !signbit(x) == !signbit(y));
        CHECK(text, (error == ERANGE) == (isinf(y) && !strpbrk(text, "nN")) || y == 0);
    }
    int known = mores_unknown == before;
    before = mores_unknown;
    float u = lib_strtof(text, &ours), v = strtof(text, &theirs);
    CHECK(text, mores_unknown != before || (same(u, v) && ours == theirs));
    return known;
}

static void fractions(void)
{
    static const char *edges[] = {"", ".", "-", "+.e1", "5.", ".5", "1e", "1e+", "1e-5x", " \t\n-1.5", "infinity", "-INFINIT", "+inf",
        "nan", "-NaN(12_z)", "nan(", "nan(-)", "0x", "0x.", "0x1", "0X.8P+3", "0x1.fffffffffffffp1023", "0x1p-1022", "0x1p", "0x1p+",
        "0x123456789abcde", "9007199254740992", "9007199254740993", "16777217", "16777219e0", "0.1000000014901161", "1e22", "1e23",
        "123e30", "1e308", "1e309", "1e-324", "1e-330", "0e99999999999", "1e99999999999", "-1e-99999999999", "340282356e30", "4e38",
        "7e-46", "1e39", "0000000000000000000000001.5", "1.500000000000000000000000000000", "100000000000000000000000000000e-20"};
    int known = 0, all = 60000;
    for (unsigned i = 0; i < sizeof edges / sizeof *edges; i++) {
        fraction(edges[i]);
    }
    for (int round = 0; round < all; round++) {
        char text[80], *at = text;
        if (draw(4) == 0) {
            *at++ = "-+ "[draw(3)];
        }
        at += sprintf(at, draw(8) ? "%llu" : "0x%llx", ((unsigned long long)draw(1u << 30) << 30 | draw(1u << 30)) >> draw(60));
        if (draw(2)) {
            at += sprintf(at, ".%u", draw(1u << draw(30)));
        }
        if (draw(2)) {
            at += sprintf(at, "%c%d", "eEpx"[draw(4)], (int)draw(60) - 30);
        }
        known += fraction(text);
    }
    CHECK("most are known", known > all / 2);
}

int main(void)
{
    formats();
    allocated("%s|%5d|%%", "abc", 7);
    allocated("%s", "");
    fractions();
    strings();
    characters();
    numbers();
    sorting();
    allocation();
    reals();
    words();
    printf("%d failures\n", failures);
    return failures != 0;
}
