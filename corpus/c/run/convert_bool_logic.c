/* Results of comparisons are ints and can be used in arithmetic. */
#include <stdio.h>

int main(void)
{
    int v[] = { 3, -1, 4, -1, 5, -9, 2, 6 }, i, positive = 0, negative = 0, rank = 0;
    unsigned mask = 0;

    for (i = 0; i < 8; i++) {
        positive += v[i] > 0;
        negative -= v[i] < 0;
        mask |= (unsigned)(v[i] > 2) << i;
        rank = rank * 2 + (v[i] >= v[0]);
    }
    printf("%d %d %x %d\n", positive, negative, mask, rank);
    printf("%d\n", (3 > 2) + (2 > 3) * 10 + (2 == 2.0) * 100);
    printf("%d\n", -(1 < 2));
    printf("%d %d\n", ~(1 == 1), !(1 == 1) | 4);
    printf("%d\n", (int)sizeof(1 == 1));
    return rank & 0x7f;
}
