/* %f, %e and %g with widths and precisions on exact values. */
#include <stdio.h>

int main(void)
{
    static const double v[] = { 0, 1, -1.5, 1024, 0.0009765625, 1e15, 123456789, 1e-5, 2.5e20 };

    for (int i = 0; i < 9; i++)
        printf("[%f] [%g] [%e]\n", v[i], v[i], v[i]);
    printf("[%8.2f] [%-8.2f] [%+.1f] [%08.3f]\n", 3.25, 3.25, 3.25, -3.25);
    printf("[%.0f] [%.0f] [%.0f]\n", 0.5, 1.5, 2.5);
    printf("[%5g] [%.3g] [%#g]\n", 2.0, 1234.5, 2.0);
    return 0;
}
