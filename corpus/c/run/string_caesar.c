/* Rotation of letters, in place, with wrap at both ends. */
#include <stdio.h>

static char rotated(char c, int by)
{
    if (c >= 'a' && c <= 'z') return 'a' + ((c - 'a' + by) % 26 + 26) % 26;
    if (c >= 'A' && c <= 'Z') return 'A' + ((c - 'A' + by) % 26 + 26) % 26;
    return c;
}

static void rotate(char *s, int by) { for (; *s; s++) *s = rotated(*s, by); }

int main(void)
{
    char line[] = "Hello, World: xyz ABC 123";

    rotate(line, 3);
    printf("%s\n", line);
    rotate(line, -3);
    printf("%s\n", line);
    rotate(line, 13);
    rotate(line, 13);
    printf("%s\n", line);
    rotate(line, -55);
    printf("%s\n", line);
    return line[0];
}
