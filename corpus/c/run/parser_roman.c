/* Roman numerals in both directions for a range of numbers. */
#include <stdio.h>
#include <string.h>

static const struct { int value; const char *text; } parts[] = {
    { 1000, "M" }, { 900, "CM" }, { 500, "D" }, { 400, "CD" }, { 100, "C" }, { 90, "XC" }, { 50, "L" },
    { 40, "XL" }, { 10, "X" }, { 9, "IX" }, { 5, "V" }, { 4, "IV" }, { 1, "I" },
};

static char *to_roman(int n, char *out)
{
    char *start = out;
    *out = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        for (; n >= parts[i].value; n -= parts[i].value) {
            strcpy(out, parts[i].text);
            out += strlen(parts[i].text);
        }
    return start;
}

static int from_roman(const char *s)
{
    int n = 0;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        while (!strncmp(s, parts[i].text, strlen(parts[i].text))) {
            n += parts[i].value;
            s += strlen(parts[i].text);
        }
    return *s ? -1 : n;
}

int main(void)
{
    char b[20];

    for (int n = 1; n < 2000; n += 23)
        if (from_roman(to_roman(n, b)) != n) return 1;
    printf("%s\n", to_roman(1994, b));
    printf("%s\n", to_roman(888, b));
    printf("%d %d\n", from_roman("MMXXIV"), from_roman("IIX"));
    return (int)strlen(b);
}
