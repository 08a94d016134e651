/* Writes each byte as two hexadecimal digits, letters small. */
#include <stdio.h>

int main(void)
{
    static const char digits[] = "0123456789abcdef";
    int c;

    while ((c = getchar()) != EOF) {
        putchar(digits[c >> 4]);
        putchar(digits[c & 15]);
    }
    return 0;
}
