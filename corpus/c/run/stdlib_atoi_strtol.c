/* atoi, strtol and strtoul: signs, bases, spaces, where they stop. */
#include <stdio.h>
#include <stdlib.h>

static void parse(const char *s, int base)
{
    char *end;
    long v = strtol(s, &end, base);
    printf("%d %d '%s'\n", (int)v, (int)(end - s), end);
}

int main(void)
{
    printf("%d %d %d %d\n", atoi("42"), atoi("-17 apples"), atoi("   +8"), atoi("none"));
    parse("123abc", 10);
    parse("-0x1fz", 16);
    parse("0x1f", 0);
    parse("0755", 0);
    parse("99", 8);
    parse("1011012", 2);
    parse("zz", 36);
    parse("", 10);
    parse("  -5 ", 10);
    printf("%u\n", (unsigned)strtoul("4000000000", 0, 10));
    printf("%d\n", abs(-5) + abs(7) + (int)labs(-3L));
    return 0;
}
