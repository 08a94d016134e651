/* Times the original, the generated code and memcpy on texts, and compares what they write. Standard input has a line for each
 * text: its name, its file, how many symbols it has, and how often it is filtered. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef size_t filter_fn(const INPUT *in, size_t n, OUTPUT *out);

static __attribute__((noinline)) size_t copied(const INPUT *in, size_t n, OUTPUT *out)
{
    memcpy(out, in, n * sizeof *in);
    return n;
}

/* How long a run takes, if that is less than before. Short texts are run several times: the clock takes time itself. */
static void timed(filter_fn *volatile filter, const INPUT *in, size_t n, OUTPUT *out, double *best)
{
    const unsigned runs = 1 + (unsigned)(200000 / (n + 1));
    const double begin = now();
    double took;

    for (unsigned k = 0; k < runs; k++)
        filter(in, n, out);
    took = (now() - begin) / runs;
    if (took < *best)
        *best = took;
}

/* All take turns: a machine that others use, too, is slow at times. */
static void measure(const char *kind, const INPUT *in, size_t n, OUTPUT *out, OUTPUT *other, unsigned times)
{
    const size_t a = original(in, n, out), b = GENERATED(in, n, other);
    double best[4] = { 1e9, 1e9, 1e9, 1e9 };

    if (a != b || memcmp(out, other, a * sizeof *out)) {
        printf("differs %s\n", kind);
        exit(0);
    }
    while (times--) {
        timed(original, in, n, out, &best[0]);
        timed(portable, in, n, out, &best[1]);
        timed(GENERATED, in, n, out, &best[2]);
        timed(copied, in, n, out, &best[3]);
    }
    printf("%s %zu %.9f %.9f %.9f %.9f\n", kind, n, best[0], best[1], best[2], best[3]);
}

static void one(const char *kind, const char *path, size_t n, unsigned times)
{
    const size_t room = SPACE(n) + n * sizeof(INPUT) / sizeof(OUTPUT);
    INPUT *in = calloc(n + 64, sizeof *in);
    OUTPUT *out = malloc(room * sizeof *out), *other = malloc(room * sizeof *other);
    FILE *file = fopen(path, "rb");

    if (!in || !out || !other || !file || fread(in, sizeof *in, n, file) != n)
        exit(1);
    fclose(file);
    measure(kind, in, n, out, other, times);
    free(in);
    free(out);
    free(other);
}

int main(void)
{
    char kind[64], path[1024];
    size_t n;
    unsigned times;

    while (scanf("%63s %1023s %zu %u", kind, path, &n, &times) == 4)
        one(kind, path, n, times);
    return 0;
}
