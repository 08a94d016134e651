/* Precedence and grouping of operators that are easily misread. */
#include <stdio.h>

int main(void)
{
    int a = 6, b = 3, c = 2;
    int arr[] = { 1, 2, 3 };
    int *p = arr;

    printf("%d %d\n", a & b == 3, (a & b) == 3);
    printf("%d %d\n", 1 << 2 + 1, (1 << 2) + 1);
    printf("%d %d\n", a ^ b & c, a | b ^ c);
    printf("%d %d\n", a - b - c, a / b / c);
    printf("%d %d\n", !a == 0, ~a & 7);
    printf("%d\n", a > b > c);
    printf("%d\n", a == 6 ? b == 3 ? 10 : 20 : 30);
    printf("%d\n", *p + 1);
    printf("%d\n", -a % 4);
    printf("%d\n", - -a);
    printf("%d\n", (int)sizeof arr / (int)sizeof *arr);
    printf("%d\n", a+++b);
    a = b = c = 9;
    printf("%d %d %d\n", a, b, c);
    p++;
    return *p + *arr;
}
