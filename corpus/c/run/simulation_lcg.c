/* Linear congruential generators: period, range reduction, dice histogram. */
#include <stdio.h>

static unsigned seed;
static unsigned next(void) { return seed = seed * 1664525u + 1013904223u; }
static unsigned below(unsigned n) { return (unsigned)((unsigned long long)next() * n >> 32); }

static int period(unsigned a, unsigned c, unsigned m)
{
    unsigned x = 1 % m, steps = 0;
    do { x = (a * x + c) % m; steps++; } while (x != 1 % m && steps < 10000);
    return (int)steps;
}

int main(void)
{
    int histogram[6] = { 0 }, i;

    seed = 2024;
    for (i = 0; i < 600; i++) histogram[below(6)]++;
    for (i = 0; i < 6; i++) printf("%d ", histogram[i]);
    printf("\n%u\n", seed);
    printf("%d %d %d\n", period(5, 3, 64), period(3, 0, 31), period(21, 1, 100));
    return period(5, 1, 16);
}
