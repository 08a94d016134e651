/* Adler-32, Fletcher-16 and the internet checksum. */
#include <stdio.h>
#include <string.h>

static unsigned adler(const unsigned char *p, int n)
{
    unsigned a = 1, b = 0;
    while (n-- > 0) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static unsigned short fletcher(const unsigned char *p, int n)
{
    unsigned short a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        a = (a + p[i]) % 255;
        b = (b + a) % 255;
    }
    return b << 8 | a;
}

static unsigned short internet(const unsigned char *p, int n)
{
    unsigned sum = 0;
    for (; n > 1; p += 2, n -= 2) sum += p[0] << 8 | p[1];
    if (n) sum += *p << 8;
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return ~sum;
}

int main(void)
{
    static const char *s[] = { "Wikipedia", "abcde", "", "odd" };

    for (int i = 0; i < 4; i++) {
        const unsigned char *p = (const unsigned char *)s[i];
        int n = (int)strlen(s[i]);
        printf("%08x %04x %04x\n", adler(p, n), fletcher(p, n), internet(p, n));
    }
    return 0;
}
