/* Bit-fields that do not fit the rest of a unit start a new one; zero width ends a unit. */
#include <stdio.h>
#include <string.h>

struct straddle { unsigned a : 20; unsigned b : 20; unsigned c : 20; };
struct ended { unsigned a : 4; unsigned : 0; unsigned b : 4; };
struct padded { unsigned a : 4; unsigned : 8; unsigned b : 4; };
struct bytes { unsigned char a : 6; unsigned char b : 6; unsigned char c : 4; };
struct mixed { char tag; unsigned bits : 12; short tail; };

static void dump(const void *p, int n)
{
    const unsigned char *b = p;
    while (n-- > 0)
        printf("%02x", *b++);
    printf("\n");
}

int main(void)
{
    struct straddle s;
    struct ended e;
    struct padded p;
    struct bytes y;
    struct mixed m;

    memset(&s, 0, sizeof s); memset(&e, 0, sizeof e); memset(&p, 0, sizeof p);
    memset(&y, 0, sizeof y); memset(&m, 0, sizeof m);
    s.a = 0xabcde; s.b = 0x12345; s.c = 0xfffff;
    e.a = 0xa; e.b = 0xb;
    p.a = 0xa; p.b = 0xb;
    y.a = 0x3f; y.b = 0x21; y.c = 0x9;
    m.tag = 0x7e; m.bits = 0xabc; m.tail = 0x1234;
    dump(&s, sizeof s); dump(&e, sizeof e); dump(&p, sizeof p);
    dump(&y, sizeof y); dump(&m, sizeof m);
    printf("%d %d %d %d %d\n", (int)sizeof s, (int)sizeof e, (int)sizeof p, (int)sizeof y,
           (int)sizeof m);
    return 0;
}
