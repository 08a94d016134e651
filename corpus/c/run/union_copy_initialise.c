/* Unions are assigned whole, initialised by their first or a named member. */
#include <stdio.h>
#include <string.h>

union cell { int number; char text[8]; unsigned char raw[12]; };

static union cell named(const char *s)
{
    union cell c;
    memset(&c, 0, sizeof c);
    strncpy(c.text, s, sizeof c.text - 1);
    return c;
}

static int checksum(union cell c)
{
    int s = 0;
    for (int i = 0; i < 12; i++)
        s = s * 3 + c.raw[i];
    return s & 0xffff;
}

int main(void)
{
    union cell a = { 0x61626364 }, b = { .text = "xyz" }, c;
    union cell row[3] = { { 1 }, { .text = { 'q' } }, { .raw = { 1, 2, 3 } } };

    printf("%c%c %d\n", a.text[0], a.text[3], b.number);
    c = named("unions copy");
    printf("%s %d\n", c.text, checksum(c));
    row[1] = c;
    row[1].text[0] = 'U';
    printf("%s %s %d\n", row[1].text, c.text, row[2].number);
    printf("%d %d\n", row[0].number, (int)sizeof row);
    return 0;
}
