/* goto as a loop, with the test at the bottom and a second entry. */
#include <stdio.h>

static int collatz(int n)
{
    int steps = 0;
again:
    if (n == 1)
        return steps;
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
    goto again;
}

int main(void)
{
    int i = 0, sum = 0;

    goto test;
body:
    sum += i;
    i++;
test:
    if (i < 10)
        goto body;
    printf("%d\n", sum);
    for (i = 1; i < 30; i += 4)
        printf("%d ", collatz(i));
    printf("\n");
    return collatz(27);
}
