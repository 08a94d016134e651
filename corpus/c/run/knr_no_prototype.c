/* Calls through empty parameter lists promote their arguments. */
#include <stdio.h>

int combine();
static int (*table[2])();

static int first(int a) { return a + 1; }
static int second(int a, int b) { return a * b; }

int main()
{
    char c = 'A';
    short s = -2;
    unsigned char u = 250;

    printf("%d\n", combine(c, s, 2.5f));
    table[0] = first;
    table[1] = second;
    printf("%d %d\n", table[0](u), table[1](s, c));
    return 0;
}

int combine(int a, int b, double d) { return a + b * (int)(d * 2); }
