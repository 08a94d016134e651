/* Chains of conditional expressions as a decision table. */
#include <stdio.h>

static const char *size(int n)
{
    return n < 0 ? "negative" : n == 0 ? "zero" : n < 10 ? "small" : n < 100 ? "medium" : "large";
}

static int clamp(int v, int lo, int hi) { return v < lo ? lo : v > hi ? hi : v; }

static int compare(int a, int b, int c)
{
    return a > b ? (a > c ? a : c) : b > c ? b : c;
}

int main(void)
{
    static const int samples[] = { -4, 0, 9, 10, 99, 100 };
    int i, total = 0;

    for (i = 0; i < 6; i++) {
        printf("%s %d\n", size(samples[i]), clamp(samples[i], 1, 50));
        total += clamp(samples[i], 1, 50);
    }
    printf("%d %d %d\n", compare(1, 2, 3), compare(3, 1, 2), compare(2, 3, 1));
    (total > 100 ? printf("big\n") : printf("small\n"));
    return total;
}
