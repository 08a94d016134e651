/* Division truncates toward zero and the remainder has the sign of the dividend. */
#include <stdio.h>

int main(void)
{
    static const int values[] = { 7, -7, 8, -8, 1, -1, 0 };
    static const int divisors[] = { 3, -3, 2, -2, 1, -1, 100 };
    int i, j;

    for (i = 0; i < 7; i++) {
        for (j = 0; j < 7; j++) {
            int q = values[i] / divisors[j], r = values[i] % divisors[j];
            if (q * divisors[j] + r != values[i])
                return 1;
            printf("%d/%d ", q, r);
        }
        printf("\n");
    }
    return 0;
}
