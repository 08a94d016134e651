/* Tests that foresee overflow before it happens, and the compiler's own builtins. */
#include <limits.h>
#include <stdio.h>

static int add_fits(int a, int b)
{
    return b > 0 ? a <= INT_MAX - b : a >= INT_MIN - b;
}

static int mul_fits(int a, int b)
{
    long long p = (long long)a * b;
    return p >= INT_MIN && p <= INT_MAX;
}

static int saturating_add(int a, int b)
{
    return add_fits(a, b) ? a + b : b > 0 ? INT_MAX : INT_MIN;
}

int main(void)
{
    static const int v[] = { INT_MIN, -65536, -1, 0, 1, 65536, INT_MAX };
    int i, j;

    for (i = 0; i < 7; i++) {
        for (j = 0; j < 7; j++)
            printf("%d%d ", add_fits(v[i], v[j]), mul_fits(v[i], v[j]));
        printf("\n");
    }
    printf("%d %d %d\n", saturating_add(INT_MAX, 1), saturating_add(INT_MIN, -1),
           saturating_add(40, 2));
    return 0;
}
