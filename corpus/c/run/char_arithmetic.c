/* Characters as small integers: digits, case, tables indexed by characters. */
#include <stdio.h>

static int hex(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int main(void)
{
    char c = 'a', word[] = "deadBEEF9";
    unsigned v = 0;
    int seen[256] = { 0 }, distinct = 0;

    for (char *p = word; *p; p++) v = v * 16 + hex(*p);
    printf("%u\n", v);
    while (c <= 'z') { putchar(c); c += 5; }
    printf(" %d\n", c);
    for (const unsigned char *p = (const unsigned char *)"mississippi river"; *p; p++)
        if (!seen[*p]++) distinct++;
    printf("%d %d %d\n", distinct, seen['i'], seen['s']);
    printf("%d %c %c\n", 'z' - 'a', 'A' ^ 0x20, "xyz"['b' - 'a']);
    return hex('g') == -1 ? 'd' - 'A' : 0;
}
