/* Factorials with digits in an array, base ten thousand. */
#include <stdio.h>

#define LIMBS 20
#define BASE 10000

struct big { int used; unsigned short limb[LIMBS]; };

static int multiply(struct big *b, unsigned by)
{
    unsigned carry = 0;
    for (int i = 0; i < b->used; i++) {
        carry += b->limb[i] * by;
        b->limb[i] = carry % BASE;
        carry /= BASE;
    }
    while (carry) {
        if (b->used == LIMBS) return 0;
        b->limb[b->used++] = carry % BASE;
        carry /= BASE;
    }
    return 1;
}

static void show(const struct big *b)
{
    printf("%u", b->limb[b->used - 1]);
    for (int i = b->used - 2; i >= 0; i--) printf("%04u", b->limb[i]);
    printf("\n");
}

int main(void)
{
    struct big b = { 1, { 1 } };

    for (unsigned n = 1; n <= 50; n++) {
        if (!multiply(&b, n)) return 1;
        if (n % 10 == 0) show(&b);
    }
    return b.used;
}
