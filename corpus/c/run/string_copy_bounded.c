/* strncpy pads with zeros and may leave no terminator; strncat always ends. */
#include <stdio.h>
#include <string.h>

static void dump(const char *p, int n)
{
    for (int i = 0; i < n; i++)
        printf("%c", p[i] ? p[i] : '.');
    printf("\n");
}

int main(void)
{
    char b[8];

    memset(b, '#', sizeof b);
    strncpy(b, "abc", 6);
    dump(b, 8);
    strncpy(b, "longer than that", 4);
    dump(b, 8);
    memset(b, 0, sizeof b);
    strncat(b, "hello", 3);
    dump(b, 8);
    strncat(b, "pppppp", 4);
    dump(b, 8);
    printf("%d %s\n", (int)strlen(b), b);
    printf("%d %d\n", (int)strnlen("abcdef", 4), (int)strnlen("ab", 4));
    return 0;
}
