/* Factorial, Fibonacci, Ackermann and digits by recursion. */
#include <stdio.h>

static unsigned long long factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int ackermann(int m, int n)
{
    if (!m) return n + 1;
    if (!n) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static void digits(unsigned n, unsigned base)
{
    if (n >= base) digits(n / base, base);
    putchar("0123456789abcdef"[n % base]);
}

int main(void)
{
    printf("%llu %d %d\n", factorial(20), fib(18), ackermann(2, 3));
    digits(255, 16); putchar(' ');
    digits(255, 2); putchar(' ');
    digits(0, 10); putchar('\n');
    return fib(12);
}
