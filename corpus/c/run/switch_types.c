/* Switches over chars, enums, wide and negative values; case labels are converted. */
#include <stdio.h>

enum op { PLUS = '+', MINUS = '-' };

static const char *wide(long long v)
{
    switch (v) {
    case 0: return "zero";
    case -1: return "minus one";
    case 0x100000000LL: return "two to the 32";
    case 0x7fffffffffffffffLL: return "max";
    }
    return "other";
}

static int narrow(unsigned char c)
{
    switch (c) {
    case 255: return 1;
    case 0: return 2;
    }
    return 3;
}

static int apply(enum op o, int a, int b)
{
    switch (o) {
    case PLUS: return a + b;
    case MINUS: return a - b;
    }
    return 0;
}

int main(void)
{
    printf("%s, %s, %s\n", wide(0), wide(-1), wide(4294967296LL));
    printf("%s, %s\n", wide((unsigned)-1), wide(9223372036854775807LL));
    printf("%d %d %d\n", narrow(-1), narrow(256), narrow(7));
    printf("%d %d\n", apply('+', 4, 5), apply(MINUS, 4, 5));
    switch ((unsigned)-1) {
    case -1: printf("converted\n"); break;
    default: printf("not\n");
    }
    return 0;
}
