/* Qualifiers: pointers to const, const pointers, volatile objects, casting const away safely. */
#include <stdio.h>

static const int primes[] = { 2, 3, 5, 7, 11 };
static volatile int ticks;

static int length(const char *const s) { const char *p = s; while (*p) ++p; return (int)(p - s); }
static void touch(const int *p) { *(int *)p += 1; }

int main(void)
{
    const int *p = primes;
    int x = 5;
    int *const fixed = &x;
    const volatile int both = 9;
    int i;

    while (*p < 7) p++;
    printf("%d %d\n", *p, length("const"));
    *fixed = 6;
    touch(&x);
    printf("%d\n", x);
    for (i = 0; i < 10; i++)
        ticks += i;
    printf("%d %d\n", ticks, both);
    ticks++;
    return ticks;
}
