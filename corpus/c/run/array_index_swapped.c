/* Subscripts are sums: i[a], negative subscripts from the middle, addresses of elements. */
#include <stdio.h>

int main(void)
{
    int a[7] = { 0, 10, 20, 30, 40, 50, 60 };
    int *mid = &a[3];
    int (*whole)[7] = &a;

    printf("%d %d %d\n", 2[a], mid[-2], mid[3]);
    printf("%d %d\n", *(mid - 3), (-1)[mid]);
    printf("%d %d\n", (*whole)[5], *(*whole + 6));
    printf("%d %d\n", (int)(&a[7] - mid), (int)(whole + 1 == (int (*)[7])(a + 7)));
    printf("%d\n", "subscript"[3]);
    printf("%d\n", &*mid == &mid[0]);
    mid[-3] = mid[1] + *(mid + 2);
    printf("%d\n", a[0]);
    return a[1];
}
