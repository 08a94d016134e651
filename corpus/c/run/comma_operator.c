/* The comma operator sequences its operands and yields the last. */
#include <stdio.h>

int main(void)
{
    int a = 1, b, c, i, j;

    b = (a++, a + 10);
    c = (a = 5, a *= 2, a - 1);
    printf("%d %d %d\n", a, b, c);
    for (i = 0, j = 10; i < j; i++, j -= 2)
        printf("%d:%d ", i, j);
    printf("\n");
    if (a = 3, b = 4, a < b)
        printf("%d\n", (a, b));
    while (a--, a > 0)
        printf("%d ", a);
    printf("%d\n", a);
    printf("%d\n", (1, 2) + (3, 4));
    return (a = 7, a);
}
