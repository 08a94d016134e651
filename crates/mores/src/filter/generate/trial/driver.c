/* Holds generated code against what a model says. Cases come from standard input: the number of symbols read and written, then
 * the symbols. Each is run at every alignment, and in pieces where the code takes pieces. */
#include <stdio.h>
#include <stdlib.h>

#define CANARY 0xa5

static unsigned long runs;

static uint32_t number(void)
{
    uint32_t n;

    if (fread(&n, sizeof n, 1, stdin) != 1)
        exit(0 * printf("ok %lu\n", runs));
    return n;
}

static void *room(size_t bytes)
{
    void *p = aligned_alloc(64, (bytes + 255) / 64 * 64 + 64);

    if (!p)
        exit(3);
    return p;
}

static void read_all(void *to, size_t size, size_t n)
{
    if (n && fread(to, size, n, stdin) != n)
        exit(3);
}

static void differs(const char *how, unsigned long which, unsigned align)
{
    printf("differs %s %lu %u\n", how, which, align);
    exit(0);
}

static void same(const char *how, unsigned long which, unsigned align, const OUTPUT *out, size_t got, const OUTPUT *expected,
                 size_t n, size_t space)
{
    const unsigned char *behind = (const unsigned char *)(out + space);

    runs++;
    if (got != n || memcmp(out, expected, n * sizeof *out))
        differs(how, which, align);
    for (unsigned i = 0; i < 64; i++)
        if (behind[i] != CANARY)
            differs("room", which, align);
}

#ifdef PIECES
static size_t in_pieces(const INPUT *in, size_t n, OUTPUT *out, unsigned seed)
{
    NAME_stream st;
    size_t i = 0, o = 0;

    NAME_begin(&st);
    while (i < n) {
        size_t piece = (seed = seed * 1103515245u + 12345u) >> 16 & 255;

        if (piece > n - i)
            piece = n - i;
        o += NAME_feed(&st, in + i, piece, out + o);
        i += piece;
    }
    return o + NAME_end(&st, out + o);
}
#endif

static void one(unsigned long which)
{
    const size_t n = number(), written = number(), space = NAME_space(n);
    INPUT *given = room(n * sizeof *given), *in = room((n + 64) * sizeof *in);
    OUTPUT *expected = room(written * sizeof *expected), *out = room((space + 64) * sizeof *out + 64);

    read_all(given, sizeof *given, n);
    read_all(expected, sizeof *expected, written);
    for (unsigned align = 0; align < 64; align += n > 400 ? 13 : 1) {
        INPUT *at = in + align;
        OUTPUT *to = out + (align * 7 & 63);

        memcpy(at, given, n * sizeof *at);
        memset(to, CANARY, space * sizeof *to + 64);
        same("whole", which, align, to, NAME(at, n, to), expected, written, space);
#ifdef PIECES
        memset(to, CANARY, space * sizeof *to + 64);
        same("pieces", which, align, to, in_pieces(at, n, to, align + which), expected, written, space);
#endif
#ifdef THREADS
        memset(to, CANARY, space * sizeof *to + 64);
        same("threads", which, align, to, NAME_parallel(at, n, to, 2), expected, written, space);
#endif
    }
    free(given);
    free(in);
    free(expected);
    free(out);
}

int main(void)
{
#if defined __x86_64__ && defined NAME_LEVEL
    if ((NAME_LEVEL > 0 && !__builtin_cpu_supports("avx2")) || (NAME_LEVEL > 1 && !__builtin_cpu_supports("avx512vbmi2"))) {
        puts("skipped");
        return 0;
    }
#elif defined NAME_LEVEL
    /* Other machines have one kind of vectors, or none. */
    if (NAME_LEVEL > 1) {
        puts("skipped");
        return 0;
    }
#endif
    for (unsigned long which = 0;; which++)
        one(which);
}
