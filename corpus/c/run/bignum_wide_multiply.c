/* 64 by 64 to 128 bit multiplication from 32-bit halves, and long division by a word. */
#include <stdio.h>

struct wide { unsigned long long high, low; };

static struct wide multiply(unsigned long long a, unsigned long long b)
{
    unsigned long long al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
    unsigned long long ll = al * bl, lh = al * bh, hl = ah * bl, hh = ah * bh;
    unsigned long long mid = (ll >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
    struct wide w = { hh + (lh >> 32) + (hl >> 32) + (mid >> 32), mid << 32 | (ll & 0xffffffffu) };
    return w;
}

static unsigned divide(struct wide *w, unsigned by)
{
    unsigned word[4] = { w->high >> 32, w->high, w->low >> 32, w->low };
    unsigned long long rest = 0;
    for (int i = 0; i < 4; i++) {
        rest = rest << 32 | word[i];
        word[i] = (unsigned)(rest / by);
        rest %= by;
    }
    w->high = (unsigned long long)word[0] << 32 | word[1];
    w->low = (unsigned long long)word[2] << 32 | word[3];
    return (unsigned)rest;
}

int main(void)
{
    struct wide w = multiply(0xfedcba9876543210ull, 0x0123456789abcdefull);
    char digits[40];
    int n = 0;

    printf("%016llx%016llx\n", w.high, w.low);
    while (w.high || w.low) digits[n++] = '0' + divide(&w, 10);
    while (n > 0) putchar(digits[--n]);
    putchar('\n');
    w = multiply(~0ull, ~0ull);
    printf("%016llx%016llx\n", w.high, w.low);
    return (int)divide(&w, 97);
}
