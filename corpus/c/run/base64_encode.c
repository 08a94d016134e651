/* Base64 of three bytes into four characters and back. */
#include <stdio.h>
#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode(const unsigned char *in, int n, char *out)
{
    for (; n > 0; n -= 3, in += 3) {
        unsigned v = in[0] << 16 | (n > 1 ? in[1] << 8 : 0) | (n > 2 ? in[2] : 0);
        *out++ = alphabet[v >> 18];
        *out++ = alphabet[v >> 12 & 63];
        *out++ = n > 1 ? alphabet[v >> 6 & 63] : '=';
        *out++ = n > 2 ? alphabet[v & 63] : '=';
    }
    *out = 0;
}

static int decode(const char *in, unsigned char *out)
{
    unsigned char *start = out;
    unsigned bits = 0, have = 0;
    for (; *in && *in != '='; in++) {
        bits = bits << 6 | (unsigned)(strchr(alphabet, *in) - alphabet);
        have += 6;
        if (have >= 8) *out++ = bits >> (have -= 8);
    }
    return (int)(out - start);
}

int main(void)
{
    static const char *const samples[] = { "", "M", "Ma", "Man", "any carnal pleas", "\xff\xfe" };
    char b[32];
    unsigned char back[32];

    for (int i = 0; i < 6; i++) {
        int n = (int)strlen(samples[i]);
        encode((const unsigned char *)samples[i], n, b);
        printf("%s %d\n", b, decode(b, back) == n && !memcmp(back, samples[i], n));
    }
    return 0;
}
