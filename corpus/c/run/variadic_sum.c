/* Variadic functions with va_list: sums, mixed types, a list handed on. */
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...)
{
    va_list args;
    int s = 0;
    va_start(args, n);
    while (n-- > 0) s += va_arg(args, int);
    va_end(args);
    return s;
}

static double mixed(const char *kinds, ...)
{
    va_list args;
    double total = 0;
    va_start(args, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'i': total += va_arg(args, int); break;
        case 'd': total += va_arg(args, double); break;
        case 'L': total += va_arg(args, long long); break;
        case 's': total += va_arg(args, const char *)[0]; break;
        }
    va_end(args);
    return total;
}

static int longest(int n, va_list args)
{
    int best = 0;
    while (n-- > 0) {
        int v = va_arg(args, int);
        if (v > best) best = v;
    }
    return best;
}

static int maximum(int n, ...)
{
    va_list args;
    int r;
    va_start(args, n);
    r = longest(n, args);
    va_end(args);
    return r;
}

int main(void)
{
    char c = 3;
    float f = 0.5f;

    printf("%d %d\n", sum(0), sum(4, 1, 2, 3, c));
    printf("%g\n", mixed("idLs", 1, 0.25, 1000000000000LL, "A"));
    printf("%g\n", mixed("dd", f, f));
    return maximum(5, 3, 8, 2, 41, 7);
}
