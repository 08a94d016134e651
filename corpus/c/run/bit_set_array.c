/* A set of small numbers as an array of words: a sieve of primes. */
#include <stdio.h>

#define LIMIT 300
#define BITS (8 * (int)sizeof(unsigned))

static unsigned composite[(LIMIT + 31) / 32];

static void set(int n) { composite[n / BITS] |= 1u << n % BITS; }
static int has(int n) { return composite[n / BITS] >> n % BITS & 1; }

int main(void)
{
    int n, m, count = 0;

    for (n = 2; n < LIMIT; n++) {
        if (has(n))
            continue;
        count++;
        printf("%d%c", n, count % 12 ? ' ' : '\n');
        for (m = n * n; m < LIMIT; m += n)
            set(m);
    }
    printf("\n%d %08x %08x\n", count, composite[0], composite[1]);
    return count;
}
