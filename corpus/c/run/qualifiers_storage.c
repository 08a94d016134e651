/* register, auto, restrict, _Alignas, _Noreturn and static in array parameters. */
#include <stdio.h>
#include <stdlib.h>

static int sum(int n, const int v[static 3])
{
    register int s = 0;
    for (auto int i = 0; i < n; i++) s += v[i];
    return s;
}

static void add(int n, int *restrict to, const int *restrict from)
{
    while (n-- > 0) to[n] += from[n];
}

_Noreturn static void leave(int code) { exit(code); }

int main(void)
{
    _Alignas(16) int a[4] = { 1, 2, 3, 4 };
    static const int b[4] = { 10, 20, 30, 40 };
    _Alignas(double) char c = 'c';

    add(4, a, b);
    printf("%d %d %c\n", sum(4, a), sum(3, b), c);
    printf("%d\n", (int)((__UINTPTR_TYPE__)a % 16));
    leave(sum(3, b) - 50);
}
