/* Run-length encoding of a string and back. */
#include <stdio.h>
#include <string.h>

static int encode(const char *s, char *out)
{
    char *start = out;
    while (*s) {
        int run = 1;
        while (s[run] == *s && run < 9) run++;
        *out++ = '0' + run;
        *out++ = *s;
        s += run;
    }
    *out = 0;
    return (int)(out - start);
}

static void decode(const char *s, char *out)
{
    for (; *s; s += 2)
        for (int n = *s - '0'; n > 0; n--)
            *out++ = s[1];
    *out = 0;
}

int main(void)
{
    static const char *samples[] = { "aaabccdddd", "x", "", "zzzzzzzzzzzz", "abcabc" };
    char packed[64], back[64];
    int total = 0;

    for (int i = 0; i < 5; i++) {
        int n = encode(samples[i], packed);
        decode(packed, back);
        printf("%s %d %d\n", packed, n, strcmp(back, samples[i]));
        total += n;
    }
    return total;
}
