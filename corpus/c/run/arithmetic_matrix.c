/* Every operator on operands of mixed width and sign, in the common type. */
#include <stdio.h>

#define ALL(a, b) printf("%lld %lld %lld %lld %lld | %lld %lld %lld | %d%d%d\n", \
    (long long)((a) + (b)), (long long)((a) - (b)), (long long)((a) * (b)), (long long)((a) / (b)), \
    (long long)((a) % (b)), (long long)((a) & (b)), (long long)((a) | (b)), (long long)((a) ^ (b)), \
    (a) < (b), (a) == (b), (a) >= (b))

int main(void)
{
    signed char sc = -3;
    unsigned char uc = 200;
    short ss = -300;
    unsigned short us = 40000;
    int si = -70000;
    unsigned ui = 3000000000u;
    long long sl = -2500000000LL;
    unsigned long long ul = 7;

    ALL(sc, uc); ALL(sc, ss); ALL(sc, us); ALL(sc, si); ALL(sc, ui); ALL(sc, sl); ALL(sc, ul);
    ALL(uc, ss); ALL(uc, us); ALL(uc, si); ALL(uc, ui); ALL(uc, sl); ALL(uc, ul);
    ALL(ss, us); ALL(ss, si); ALL(ss, ui); ALL(ss, sl); ALL(ss, ul);
    ALL(us, ss); ALL(us, ui); ALL(us, sl); ALL(us, ul);
    ALL(si, sc); ALL(si, ui); ALL(si, sl); ALL(si, ul);
    ALL(ui, sc); ALL(ui, si); ALL(ui, sl); ALL(ui, ul);
    ALL(sl, sc); ALL(sl, ui); ALL(sl, ul);
    return 0;
}
