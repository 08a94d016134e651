/* Just enough of a C library to run the programs of ../run with 32-bit long and pointers on a
 * machine that has a 64-bit library only; include/ declares it. Floating numbers are not formatted here: printf
 * writes \001 SPEC : BITS \002 for them, and the check puts the digits in. */
#include <stdarg.h>
#include <stddef.h>

typedef unsigned long long u64;

void *stdout;

static char buffer[1 << 16];
static int buffered;

static int call(int number, int a, int b, int c)
{
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(a), "c"(b), "d"(c) : "memory");
    return result;
}

static void flush(void)
{
    call(4, 1, (int)buffer, buffered);
    buffered = 0;
}

void exit(int code)
{
    flush();
    call(1, code, 0, 0);
    __builtin_unreachable();
}

int main(int argc, char **argv);

/* argc is on top of the stack at entry and argv follows it. */
__asm__(".globl _start\n_start:\n mov %esp, %eax\n and $-16, %esp\n sub $12, %esp\n push %eax\n call begin\n");

__attribute__((used)) static void begin(int *stack)
{
    exit(main(stack[0], (char **)(stack + 1)));
}

/* ---- arithmetic that gcc takes from its support library -------------------------------- */

static u64 divide(u64 n, u64 d, u64 *rest)
{
    u64 q = 0, r = 0;
    for (int i = 63; i >= 0; i--) {
        int carry = r >> 63;
        r = r << 1 | (n >> i & 1);
        if (carry || r >= d) {
            r -= d;
            q |= 1ull << i;
        }
    }
    if (rest)
        *rest = r;
    return q;
}

u64 __udivdi3(u64 n, u64 d) { return divide(n, d, 0); }
u64 __umoddi3(u64 n, u64 d) { u64 r; divide(n, d, &r); return r; }
u64 __udivmoddi4(u64 n, u64 d, u64 *r) { return divide(n, d, r); }
static u64 magnitude(long long v) { return v < 0 ? -(u64)v : (u64)v; }
long long __divdi3(long long n, long long d)
{
    u64 q = divide(magnitude(n), magnitude(d), 0);
    return (long long)((n < 0) != (d < 0) ? -q : q);
}
long long __moddi3(long long n, long long d)
{
    u64 r;
    divide(magnitude(n), magnitude(d), &r);
    return (long long)(n < 0 ? -r : r);
}
long long __divmoddi4(long long n, long long d, long long *r)
{
    *r = __moddi3(n, d);
    return __divdi3(n, d);
}
u64 __fixunsdfdi(double d)
{
    unsigned high = (unsigned)(d / 4294967296.0);
    return (u64)high << 32 | (unsigned)(d - high * 4294967296.0);
}
int __popcountdi2(u64 v) { int n = 0; for (; v; v &= v - 1) n++; return n; }
int __popcountsi2(unsigned v) { return __popcountdi2(v); }
int __paritysi2(unsigned v) { return __popcountdi2(v) & 1; }

/* ---- string.h ---------------------------------------------------------------------------- */

size_t strlen(const char *s) { const char *p = s; while (*p) p++; return p - s; }
size_t strnlen(const char *s, size_t n) { size_t i = 0; while (i < n && s[i]) i++; return i; }
void *memcpy(void *to, const void *from, size_t n)
{
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return to;
}
void *memmove(void *to, const void *from, size_t n)
{
    if ((char *)to <= (const char *)from) return memcpy(to, from, n);
    while (n-- > 0) ((char *)to)[n] = ((const char *)from)[n];
    return to;
}
void *memset(void *to, int c, size_t n) { for (size_t i = 0; i < n; i++) ((char *)to)[i] = c; return to; }
int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    for (; n; n--, x++, y++) if (*x != *y) return *x < *y ? -1 : 1;
    return 0;
}
void *memchr(const void *s, int c, size_t n)
{
    for (const unsigned char *p = s; n; n--, p++) if (*p == (unsigned char)c) return (void *)p;
    return 0;
}
int strncmp(const char *a, const char *b, size_t n)
{
    for (; n; n--, a++, b++) {
        if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        if (!*a) return 0;
    }
    return 0;
}
int strcmp(const char *a, const char *b) { return strncmp(a, b, -1); }
char *strcpy(char *to, const char *from) { memcpy(to, from, strlen(from) + 1); return to; }
char *strcat(char *to, const char *from) { strcpy(to + strlen(to), from); return to; }
char *strncpy(char *to, const char *from, size_t n)
{
    size_t l = strnlen(from, n);
    memset((char *)memcpy(to, from, l) + l, 0, n - l);
    return to;
}
char *strncat(char *to, const char *from, size_t n)
{
    size_t l = strnlen(from, n);
    char *end = to + strlen(to);
    memcpy(end, from, l);
    end[l] = 0;
    return to;
}
char *strchr(const char *s, int c) { return memchr(s, c, strlen(s) + 1); }
char *strrchr(const char *s, int c)
{
    for (const char *p = s + strlen(s);; p--) {
        if (*p == (char)c) return (char *)p;
        if (p == s) return 0;
    }
}
char *strstr(const char *s, const char *word)
{
    size_t n = strlen(word);
    for (;; s++) {
        if (!strncmp(s, word, n)) return (char *)s;
        if (!*s) return 0;
    }
}
size_t strspn(const char *s, const char *set) { size_t i = 0; while (s[i] && strchr(set, s[i])) i++; return i; }
size_t strcspn(const char *s, const char *set) { size_t i = 0; while (s[i] && !strchr(set, s[i])) i++; return i; }
char *strpbrk(const char *s, const char *set) { s += strcspn(s, set); return *s ? (char *)s : 0; }
char *strtok(char *s, const char *set)
{
    static char *rest;
    if (!s) s = rest;
    s += strspn(s, set);
    if (!*s) { rest = s; return 0; }
    rest = s + strcspn(s, set);
    if (*rest) *rest++ = 0;
    return s;
}

/* ---- ctype.h ------------------------------------------------------------------------------ */

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int islower(int c) { return c >= 'a' && c <= 'z'; }
int isalpha(int c) { return isupper(c) || islower(c); }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isxdigit(int c) { return isdigit(c) || (c | 32) >= 'a' && (c | 32) <= 'f'; }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || c >= '\t' && c <= '\r'; }
int isgraph(int c) { return c > ' ' && c < 127; }
int isprint(int c) { return isgraph(c) || c == ' '; }
int iscntrl(int c) { return c >= 0 && c < ' ' || c == 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }

/* ---- stdlib.h ----------------------------------------------------------------------------- */

static char heap[1 << 20] __attribute__((aligned(16)));
static size_t heap_used;

void *malloc(size_t n)
{
    size_t *block = (size_t *)(heap + heap_used);
    heap_used += (n + 31) / 16 * 16;
    *block = n;
    return (char *)block + 16;
}
void free(void *p) { (void)p; }
void *calloc(size_t n, size_t size) { return memset(malloc(n * size), 0, n * size); }
void *realloc(void *p, size_t n)
{
    char *fresh = malloc(n);
    size_t old = p ? *(size_t *)((char *)p - 16) : 0;
    return memcpy(fresh, p, old < n ? old : n);
}
int abs(int v) { return v < 0 ? -v : v; }
long labs(long v) { return v < 0 ? -v : v; }

static int digit_of(char c)
{
    int d = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'z' ? (c | 32) - 'a' + 10 : 99;
    return d;
}
unsigned long strtoul(const char *s, char **end, int base)
{
    const char *start = s, *after = 0;
    unsigned long v = 0;
    int negative = 0;
    while (*s == ' ' || *s >= '\t' && *s <= '\r') s++;
    if (*s == '-' || *s == '+') negative = *s++ == '-';
    if ((base == 0 || base == 16) && *s == '0' && (s[1] | 32) == 'x' && digit_of(s[2]) < 16) { s += 2; base = 16; }
    if (base == 0) base = *s == '0' ? 8 : 10;
    for (; digit_of(*s) < base; after = ++s) v = v * base + digit_of(*s);
    if (end) *end = (char *)(after ? after : start);
    return negative ? -v : v;
}
long strtol(const char *s, char **end, int base) { return (long)strtoul(s, end, base); }
int atoi(const char *s) { return (int)strtol(s, 0, 10); }

void qsort(void *v, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    char *a = v;
    for (size_t i = 1; i < n; i++)
        for (size_t j = i; j > 0 && compare(a + (j - 1) * size, a + j * size) > 0; j--)
            for (size_t k = 0; k < size; k++) {
                char t = a[(j - 1) * size + k];
                a[(j - 1) * size + k] = a[j * size + k];
                a[j * size + k] = t;
            }
}
void *bsearch(const void *key, const void *v, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    for (size_t i = 0; i < n; i++)
        if (compare(key, (const char *)v + i * size) == 0) return (char *)v + i * size;
    return 0;
}

/* ---- stdio.h ------------------------------------------------------------------------------ */

struct sink { char *to; size_t room, count; };

static void put(struct sink *s, char c)
{
    if (!s->to) {
        if (buffered == sizeof buffer) flush();
        buffer[buffered++] = c;
    } else if (s->count + 1 < s->room) {
        s->to[s->count] = c;
    }
    s->count++;
}

static void put_padded(struct sink *s, const char *sign, const char *text, int length, int width, int left, int zero)
{
    int pad = width - length - (int)strlen(sign);
    if (!left && !zero) while (pad-- > 0) put(s, ' ');
    while (*sign) put(s, *sign++);
    if (!left && zero) while (pad-- > 0) put(s, '0');
    while (length-- > 0) put(s, *text++);
    if (left) while (pad-- > 0) put(s, ' ');
}

static void put_double(struct sink *s, const char *spec, int length, double d)
{
    u64 bits;
    memcpy(&bits, &d, 8);
    put(s, 1);
    while (length-- > 0) put(s, *spec++);
    put(s, ':');
    for (int i = 60; i >= 0; i -= 4) put(s, "0123456789abcdef"[bits >> i & 15]);
    put(s, 2);
}

static int format(struct sink *s, const char *f, va_list args)
{
    for (; *f; f++) {
        const char *spec = f, *sign = "";
        int left = 0, zero = 0, plus = 0, space = 0, alternate = 0, width = 0, precision = -1, size = 0, base = 10;
        char digits[80], *p = digits + sizeof digits, c;
        u64 v;
        if (*f != '%') { put(s, *f); continue; }
        for (;; ) {
            c = *++f;
            if (c == '-') left = 1; else if (c == '0') zero = 1; else if (c == '+') plus = 1;
            else if (c == ' ') space = 1; else if (c == '#') alternate = 1; else break;
        }
        if (*f == '*') { width = va_arg(args, int); f++; }
        else while (*f >= '0' && *f <= '9') width = width * 10 + *f++ - '0';
        if (*f == '.') {
            precision = 0;
            if (*++f == '*') { precision = va_arg(args, int); f++; }
            else while (*f >= '0' && *f <= '9') precision = precision * 10 + *f++ - '0';
        }
        for (; *f == 'l' || *f == 'h' || *f == 'z'; f++) size += *f == 'l' ? 1 : *f == 'h' ? -1 : 0;
        switch (*f) {
        case '%': put(s, '%'); continue;
        case 'c': digits[0] = va_arg(args, int); put_padded(s, "", digits, 1, width, left, 0); continue;
        case 's':
            p = va_arg(args, char *);
            put_padded(s, "", p, precision < 0 ? (int)strlen(p) : (int)strnlen(p, precision), width, left, 0);
            continue;
        case 'f': case 'g': case 'e': put_double(s, spec, f - spec + 1, va_arg(args, double)); continue;
        case 'd': {
            long long n = size > 1 ? va_arg(args, long long) : va_arg(args, int);
            if (size == -1) n = (short)n;
            if (size == -2) n = (signed char)n;
            sign = n < 0 ? "-" : plus ? "+" : space ? " " : "";
            v = magnitude(n);
            break;
        }
        case 'x': case 'X': base = 16; goto take;
        case 'o': base = 8; goto take;
        case 'u': take:
            v = size > 1 ? va_arg(args, u64) : va_arg(args, unsigned);
            if (size == -1) v = (unsigned short)v;
            if (size == -2) v = (unsigned char)v;
            if (alternate && v) sign = base == 16 ? "0x" : "0";
            break;
        default: exit(120);
        }
        while (v || precision > 0 || precision < 0 && p == digits + sizeof digits) {
            *--p = (*f == 'X' ? "0123456789ABCDEF" : "0123456789abcdef")[v % base];
            v /= base;
            precision--;
        }
        put_padded(s, sign, p, digits + sizeof digits - p, width, left, zero);
    }
    return (int)s->count;
}

int printf(const char *f, ...)
{
    struct sink s = { 0 };
    va_list args;
    va_start(args, f);
    return format(&s, f, args);
}
int fprintf(void *file, const char *f, ...)
{
    struct sink s = { 0 };
    va_list args;
    (void)file;
    va_start(args, f);
    return format(&s, f, args);
}
int snprintf(char *to, size_t room, const char *f, ...)
{
    struct sink s = { to, room };
    va_list args;
    int n;
    va_start(args, f);
    n = format(&s, f, args);
    to[(size_t)n < room ? (size_t)n : room - 1] = 0;
    return n;
}
int sprintf(char *to, const char *f, ...)
{
    struct sink s = { to, (size_t)-1 };
    va_list args;
    int n;
    va_start(args, f);
    n = format(&s, f, args);
    to[n] = 0;
    return n;
}
int putchar(int c) { struct sink s = { 0 }; put(&s, c); return c; }
int fputs(const char *t, void *file) { (void)file; while (*t) putchar(*t++); return 0; }
int puts(const char *t) { fputs(t, 0); return putchar('\n'); }
