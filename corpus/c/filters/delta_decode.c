/* Undoes delta_encode: writes the sum of all bytes so far, modulo 256. */
#include <stdio.h>

int main(void)
{
    unsigned char sum = 0;
    int c;

    while ((c = getchar()) != EOF) {
        sum += (unsigned char)c;
        putchar(sum);
    }
    return 0;
}
