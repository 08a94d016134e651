/* Functions that return function pointers, and pointers to them. */
#include <stdio.h>

static int twice(int x) { return 2 * x; }
static int square(int x) { return x * x; }
static int negate(int x) { return -x; }

static int (*choose(char c))(int)
{
    switch (c) {
    case 't': return twice;
    case 's': return square;
    }
    return negate;
}

typedef int (*unary)(int);
static unary pick(int n) { return n > 0 ? square : negate; }
static int apply(unary f, int times, int x) { return times ? apply(f, times - 1, f(x)) : x; }

int main(void)
{
    int (*(*chooser)(char))(int) = choose;
    unary *slot, functions[2];

    printf("%d %d %d\n", choose('t')(5), choose('s')(5), choose('?')(5));
    printf("%d\n", chooser('s')(9));
    printf("%d %d\n", pick(1)(6), pick(-1)(6));
    printf("%d %d\n", apply(twice, 10, 1), apply(square, 3, 2));
    slot = functions;
    *slot++ = twice;
    *slot = negate;
    printf("%d\n", functions[1](functions[0](21)));
    return apply(negate, 3, -8);
}
