/* Unsigned bit-fields wrap at their width and are promoted to int. */
#include <stdio.h>

struct packed {
    unsigned a : 3;
    unsigned b : 5;
    unsigned c : 10;
    unsigned d : 14;
};

int main(void)
{
    struct packed p = { 7, 31, 1023, 16383 };

    printf("%u %u %u %u\n", p.a, p.b, p.c, p.d);
    p.a++;
    p.b += 2;
    p.c = p.c * 2;
    p.d = 20000;
    printf("%u %u %u %u\n", p.a, p.b, p.c, p.d);
    printf("%d\n", p.a - 1 < 0);
    printf("%d\n", (int)sizeof(struct packed));
    p.a = 5; p.b = 9;
    p.a ^= 3; p.b <<= 2;
    printf("%u %u\n", p.a, p.b);
    printf("%d\n", p.a = 12);
    return p.a;
}
