/* A stream cipher with a permutation of bytes and wrapping indices. */
#include <stdio.h>
#include <string.h>

struct rc4 { unsigned char s[256], i, j; };

static void swap(unsigned char *a, unsigned char *b) { unsigned char t = *a; *a = *b; *b = t; }

static void start(struct rc4 *r, const char *key)
{
    int n = (int)strlen(key), i;
    unsigned char j = 0;
    for (i = 0; i < 256; i++) r->s[i] = i;
    for (i = 0; i < 256; i++) {
        j += r->s[i] + key[i % n];
        swap(&r->s[i], &r->s[j]);
    }
    r->i = r->j = 0;
}

static unsigned char next(struct rc4 *r)
{
    r->j += r->s[++r->i];
    swap(&r->s[r->i], &r->s[r->j]);
    return r->s[(unsigned char)(r->s[r->i] + r->s[r->j])];
}

int main(void)
{
    struct rc4 r;
    const char *text = "Plaintext";
    unsigned sum = 0;

    start(&r, "Key");
    while (*text) printf("%02X", (unsigned char)(*text++ ^ next(&r)));
    printf("\n");
    for (int i = 0; i < 1000; i++) sum += next(&r);
    printf("%u\n", sum);
    return r.j;
}
