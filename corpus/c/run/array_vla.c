/* Variable length arrays, local and as parameters. */
#include <stdio.h>

static int diagonal(int n, int m[n][n])
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][n - 1 - i];
    return s;
}

static int count_divisors(int limit)
{
    int sum = 0;
    int d[limit + 1];

    for (int i = 0; i <= limit; i++) d[i] = 0;
    for (int i = 1; i <= limit; i++)
        for (int j = i; j <= limit; j += i)
            d[j]++;
    for (int i = 1; i <= limit; i++) sum += d[i];
    return sum;
}

int main(void)
{
    for (int n = 1; n < 5; n++) {
        int m[n][n];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                m[i][j] = i * n + j;
        printf("%d %d\n", diagonal(n, m), (int)(sizeof m / sizeof(int)));
    }
    printf("%d %d\n", count_divisors(10), count_divisors(40));
    return 0;
}
