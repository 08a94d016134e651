/* Comparisons of signed with unsigned operands of every width. */
#include <stdio.h>

#define SHOW(a, b) printf("%d%d%d ", (a) < (b), (a) == (b), (a) > (b))

int main(void)
{
    signed char sc = -1;
    unsigned char uc = 255;
    short ss = -1;
    unsigned short us = 65535;
    int si = -1;
    unsigned ui = 4294967295u;
    long long sl = -1;
    unsigned long long ul = 18446744073709551615ull;

    SHOW(sc, uc); SHOW(sc, us); SHOW(sc, ui); SHOW(sc, ul); putchar('\n');
    SHOW(ss, uc); SHOW(ss, us); SHOW(ss, ui); SHOW(ss, ul); putchar('\n');
    SHOW(si, uc); SHOW(si, us); SHOW(si, ui); SHOW(si, ul); putchar('\n');
    SHOW(sl, uc); SHOW(sl, us); SHOW(sl, ui); SHOW(sl, ul); putchar('\n');
    SHOW(uc, us); SHOW(us, ui); SHOW(ui, ul); SHOW(sc, sl); putchar('\n');
    return 0;
}
