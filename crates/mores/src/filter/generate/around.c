/* A program over standard input and output, with both in memory. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const unsigned char *mores_in, *mores_in_end;
static unsigned char *mores_out;

static inline int mores_getc(void)
{
    return mores_in < mores_in_end ? *mores_in++ : EOF;
}

static inline int mores_putc(int c)
{
    *mores_out++ = (unsigned char)c;
    return c;
}

static inline int mores_puts(const char *s)
{
    const size_t n = strlen(s);

    memcpy(mores_out, s, n);
    mores_out += n;
    return 0;
}

static inline size_t mores_fwrite(const void *from, size_t size, size_t n)
{
    memcpy(mores_out, from, size * n);
    mores_out += size * n;
    return n;
}

static inline size_t mores_fread(void *to, size_t size, size_t n)
{
    const size_t left = (size_t)(mores_in_end - mores_in) / size;

    if (n > left)
        n = left;
    memcpy(to, mores_in, size * n);
    mores_in += size * n;
    return n;
}

#undef getchar
#undef getc
#undef putchar
#undef putc
#define getchar() mores_getc()
#define getc(f) mores_getc()
#define fgetc(f) mores_getc()
#define putchar(c) mores_putc(c)
#define putc(c, f) mores_putc(c)
#define fputc(c, f) mores_putc(c)
#define fputs(s, f) mores_puts(s)
#define fwrite(p, s, n, f) mores_fwrite(p, s, n)
#define fread(p, s, n, f) mores_fread(p, s, n)
