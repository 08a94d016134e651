/* typeof, __extension__, empty initialisers, alternate keywords. */
#include <stdio.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

int main(void)
{
    __typeof__(1 + 2L) n = 5;
    const __typeof__(n) m = 6;
    short v[] = { 1, 2, 3 };
    __typeof__(v[0]) s = v[2];
    __typeof__(int *) p = 0;
    __volatile__ int q = 3;

    printf("%d %d %d\n", (int)n, (int)m, s);
    printf("%d %d\n", (int)ARRAY_SIZE(v), (int)sizeof(__typeof__(s)));
    printf("%d\n", __extension__ ({ q + 1; }));
    printf("%d\n", p == 0);
    int e[3] = { };
    printf("%d\n", e[0] + e[1] + e[2]);
    return __alignof__(short);
}
