/* break and continue bind to the innermost loop or switch. */
#include <stdio.h>

int main(void)
{
    int i, j, primes = 0, skipped = 0;

    for (i = 2; i < 60; i++) {
        for (j = 2; j * j <= i; j++)
            if (i % j == 0)
                break;
        if (j * j <= i) {
            skipped++;
            continue;
        }
        primes++;
        printf("%d ", i);
    }
    printf("\n%d %d\n", primes, skipped);
    for (i = 0; ; i++) {
        switch (i) {
        case 0: case 1: continue;
        case 5: break;
        default:
            for (j = 0; j < i; j++) if (j == 2) break;
            printf("%d:%d ", i, j);
            continue;
        }
        break;
    }
    printf("%d\n", i);
    return primes;
}
