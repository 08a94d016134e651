/* Decodes base64 (RFC 4648). Foreign characters, missing padding and text after it are refused, but the bits in front of
 * the padding, which an encoder makes zero, are not looked at: QQ== and QR== are both A. */
#include <stdio.h>
#include <stdlib.h>

static unsigned value_of(int c)
{
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a' + 26);
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0' + 52);
    if (c == '+')
        return 62;
    if (c == '/')
        return 63;
    abort();
}

static void require(int condition)
{
    if (!condition)
        abort();
}

static int end_with_padding(int signs)
{
    while (signs-- > 0)
        require(getchar() == '=');
    require(getchar() == EOF);
    return 0;
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        unsigned first = value_of(c);
        unsigned second = value_of(getchar());
        unsigned third, fourth;

        putchar((int)(first << 2 | second >> 4));
        c = getchar();
        if (c == '=')
            return end_with_padding(1);
        third = value_of(c);
        putchar((int)((second & 15) << 4 | third >> 2));
        c = getchar();
        if (c == '=')
            return end_with_padding(0);
        fourth = value_of(c);
        putchar((int)((third & 3) << 6 | fourth));
    }
    return 0;
}
