/* Writes for each byte the average of the last four, those before the first being zero. */
#include <stdio.h>

int main(void)
{
    unsigned char window[4] = { 0 };
    unsigned at = 0;
    int c;

    while ((c = getchar()) != EOF) {
        int sum = 0;

        window[at++ & 3] = (unsigned char)c;
        for (int i = 0; i < 4; i++)
            sum += window[i];
        putchar(sum / 4);
    }
    return 0;
}
