/* Decodes %XX. A percent sign that no two hexadecimal digits follow stays. */
#include <ctype.h>
#include <stdio.h>

static int value_of(int digit)
{
    if (digit <= '9')
        return digit - '0';
    return (digit | 0x20) - 'a' + 10;
}

int main(void)
{
    int c = getchar();

    while (c != EOF) {
        int high, low;

        if (c != '%') {
            putchar(c);
            c = getchar();
            continue;
        }
        high = getchar();
        if (high == EOF || !isxdigit(high)) {
            putchar('%');
            c = high;
            continue;
        }
        low = getchar();
        if (low == EOF || !isxdigit(low)) {
            putchar('%');
            putchar(high);
            c = low;
            continue;
        }
        putchar(value_of(high) << 4 | value_of(low));
        c = getchar();
    }
    return 0;
}
