/* What generated programs share. Compiled, they note the values that C leaves open in a file of their own; to us they are the
   plain calls. */
#define _GNU_SOURCE
#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <error.h>
#include <getopt.h>
#include <limits.h>
#include <locale.h>
#include <malloc.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifdef COMPILED
#include <fcntl.h>

/* A line with the kind of a value and the value. */
static void note(char kind, long value)
{
    char line[32];
    int saved = errno, file = open(getenv("NOTES"), O_WRONLY | O_APPEND | O_CREAT, 0600);
    write(file, line, snprintf(line, sizeof line, "%c %ld\n", kind, value));
    close(file);
    errno = saved;
}

#define NOTE(kind, value) note(kind, value)
#define STORE(T, x, R, kind, call, op) R x##_was = call; if (kind != '-') note(kind, kind == 'h' ? x##_was >> 8 : x##_was); T x = x##_was op

/* Functions that this library may lack. */
size_t strlcpy(char *to, const char *from, size_t size)
{
    size_t length = strlen(from);
    if (size > 0) {
        size_t fits = length < size ? length : size - 1;
        memcpy(to, from, fits);
        to[fits] = 0;
    }
    return length;
}

size_t strlcat(char *to, const char *from, size_t size)
{
    size_t end = strnlen(to, size);
    return end + (end == size ? strlen(from) : strlcpy(to + end, from, size - end));
}
#else
#define NOTE(kind, value)
#define STORE(T, x, R, kind, call, op) T x = call op
size_t strlcpy(char *, const char *, size_t);
size_t strlcat(char *, const char *, size_t);
#endif

int _IO_putc(int, FILE *);
int _IO_getc(FILE *);
int __printf_chk(int, const char *, ...);
int __fprintf_chk(FILE *, int, const char *, ...);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
int __isnanf(float);
int __isinff(float);
int __finitef(float);
int __signbitf(float);
void __assert_fail(const char *, const char *, unsigned, const char *);
void __assert(const char *, const char *, int);
void __assert_perror_fail(int, const char *, unsigned, const char *);

#ifdef DIRECT
static void put(char c) { write(1, &c, 1); }
#else
static void put(char c) { putchar(c); }
#endif

/* A number on a line, in our own digits. */
static void show(long long value)
{
    char digits[24];
    int count = 0;
    unsigned long long amount = value < 0 ? 0ULL - (unsigned long long)value : (unsigned long long)value;
    do {
        digits[count++] = (char)('0' + amount % 10);
        amount /= 10;
    } while (amount != 0);
    if (value < 0) {
        put('-');
    }
    while (count > 0) {
        put(digits[--count]);
    }
    put('\n');
}

static void show_bytes(const void *memory, size_t count)
{
    const unsigned char *bytes = memory;
    for (size_t i = 0; i < count; i++) {
        put("0123456789abcdef"[bytes[i] >> 4]);
        put("0123456789abcdef"[bytes[i] & 15]);
    }
    put('\n');
}

/* Which NaN it is, nobody asks. */
static void show_real(double value)
{
    unsigned long long bits;
    memcpy(&bits, &value, sizeof bits);
    show(value != value ? -7 : (long long)bits);
}

static void show_place(const void *place, const void *base)
{
    show(place == (void *)0 ? -1 : (const char *)place - (const char *)base);
}

/* Where values go that are scanned: numbers of any size, and texts. */
struct kept {
    long long numbers[4];
    double real;
    float small;
    char texts[4][64];
};

static void show_kept(const struct kept *kept)
{
    for (int i = 0; i < 4; i++) {
        show(kept->numbers[i]);
        show_bytes(kept->texts[i], 40);
    }
    show_real(kept->real);
    show_real(kept->small);
}

/* A file with this text in it, which is open for reading: that it could be opened and what it holds are inputs. */
static FILE *opened(const char *text)
{
#ifdef COMPILED
    int file = open("text", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    write(file, text, strlen(text));
    close(file);
    NOTE('g', 0);
    for (size_t i = 0; i < strlen(text); i++) {
        NOTE('g', (unsigned char)text[i]);
    }
    NOTE('g', -1);
#endif
    return fopen("text", "r");
}

/* All of it is read. */
static void closed(FILE *file)
{
    fseek(file, 0, SEEK_END);
    show(ftell(file));
    show(fclose(file));
}

static int by_vsscanf(const char *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vsscanf(text, format, args);
    va_end(args);
    return count;
}

static int by_vscanf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vscanf(format, args);
    va_end(args);
    return count;
}

static int by_vfscanf(FILE *stream, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int count = vfscanf(stream, format, args);
    va_end(args);
    return count;
}

static int by_vasprintf(char **to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vasprintf(to, format, args);
    va_end(args);
    return length;
}

static void by_vwarn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwarn(format, args);
    vwarnx(format, args);
    va_end(args);
}

static void by_verr(int described, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (described) {
        verr(3, format, args);
    }
    verrx(4, format, args);
}

static int by_vsprintf(char *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsprintf(to, format, args);
    va_end(args);
    return length;
}

static int by_vsnprintf(char *to, size_t size, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(to, size, format, args);
    va_end(args);
    return length;
}

static int by_vprintf(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vprintf(format, args);
    va_end(args);
    return length;
}

static int by_vfprintf(FILE *stream, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vfprintf(stream, format, args);
    va_end(args);
    return length;
}

#ifdef DIRECT
static int by_vdprintf(int descriptor, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vdprintf(descriptor, format, args);
    va_end(args);
    return length;
}
#endif

/* Arguments once, and once more from a copy: an int, a long and a double. */
static int twice_sum(int count, ...)
{
    __builtin_va_list args, again;
    unsigned long sum = (unsigned long)count;
    __builtin_va_start(args, count);
    __builtin_va_copy(again, args);
    sum += (unsigned long)va_arg(args, int);
    sum += (unsigned long)va_arg(args, long);
    sum += va_arg(args, double) > 1.0;
    sum += (unsigned long)va_arg(again, int) * 3;
    sum += (unsigned long)va_arg(again, long) * 5;
    __builtin_va_end(again);
    __builtin_va_end(args);
    return (int)sum;
}

struct pair {
    signed char key, mark;
};

static int by_key(const void *left, const void *right)
{
    return ((const struct pair *)left)->key - ((const struct pair *)right)->key;
}

static int by_number(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}
