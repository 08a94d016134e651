/* UTF-8: encoding of code points, decoding with errors. */
#include <stdio.h>

static int encode(unsigned c, unsigned char *out)
{
    if (c < 0x80) { out[0] = c; return 1; }
    if (c < 0x800) { out[0] = 0xc0 | c >> 6; out[1] = 0x80 | (c & 63); return 2; }
    if (c < 0x10000) { out[0] = 0xe0 | c >> 12; out[1] = 0x80 | (c >> 6 & 63); out[2] = 0x80 | (c & 63); return 3; }
    out[0] = 0xf0 | c >> 18; out[1] = 0x80 | (c >> 12 & 63); out[2] = 0x80 | (c >> 6 & 63); out[3] = 0x80 | (c & 63);
    return 4;
}

static long decode(const unsigned char **s)
{
    unsigned c = *(*s)++;
    int more = c < 0x80 ? 0 : c >> 5 == 6 ? 1 : c >> 4 == 14 ? 2 : c >> 3 == 30 ? 3 : -1;
    if (more < 0) return -1;
    if (more) c &= 0x3f >> more;
    while (more-- > 0) {
        if (**s >> 6 != 2) return -1;
        c = c << 6 | (*(*s)++ & 63);
    }
    return c;
}

int main(void)
{
    static const unsigned points[] = { 'A', 0xe9, 0x20ac, 0x1f600, 0x7ff, 0x800 };
    unsigned char b[8];
    const unsigned char *bad = (const unsigned char *)"\x80z\xe2\x82";

    for (int i = 0; i < 6; i++) {
        int n = encode(points[i], b);
        const unsigned char *p = b;
        for (int k = 0; k < n; k++) printf("%02x", b[k]);
        printf(" %d\n", decode(&p) == (long)points[i] && p == b + n);
    }
    while (*bad) printf("%ld ", decode(&bad));
    printf("\n");
    return 0;
}
