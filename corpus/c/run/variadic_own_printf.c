/* A small printf of one's own on top of va_list and a buffer. */
#include <stdarg.h>
#include <stdio.h>

static char out[128];
static int used;

static void emit(char c) { if (used < 127) out[used++] = c; }

static void emit_number(unsigned v, unsigned base)
{
    char digits[32];
    int n = 0;
    do digits[n++] = "0123456789abcdef"[v % base]; while (v /= base);
    while (n) emit(digits[--n]);
}

static int format(const char *f, ...)
{
    va_list args;
    int start = used;
    va_start(args, f);
    for (; *f; f++) {
        if (*f != '%') { emit(*f); continue; }
        switch (*++f) {
        case 'd': {
            int v = va_arg(args, int);
            if (v < 0) { emit('-'); emit_number(-(unsigned)v, 10); }
            else emit_number(v, 10);
            break;
        }
        case 'x': emit_number(va_arg(args, unsigned), 16); break;
        case 'c': emit(va_arg(args, int)); break;
        case 's': for (const char *s = va_arg(args, const char *); *s; s++) emit(*s); break;
        default: emit(*f);
        }
    }
    va_end(args);
    return used - start;
}

int main(void)
{
    int n = format("%d|%d|%x|", 0, -2147483647 - 1, 48879);

    n += format("%s-%c 100%%|", "str", 'z');
    out[used] = 0;
    printf("%s %d\n", out, n);
    return n;
}
