/* Hexadecimal floating constants, tiny and huge values, suffixes. */
#include <stdio.h>

int main(void)
{
    double tiny = 0x1p-1074, least = 0x1p-1022, huge = 0x1.fffffffffffffp1023;
    float small = 0x1p-149f;

    printf("%g %g %g\n", 0x1.8p1, 0x.1p4, 0x10p-2);
    printf("%g %g %g\n", tiny, least, huge);
    printf("%d %d\n", tiny / 2 == 0, tiny > 0);
    printf("%d %g\n", huge * 2 > huge, small);
    printf("%g %g\n", 1e3f + .5, 5.);
    printf("%d\n", (int)sizeof(1.0f) + (int)sizeof(1.0));
    printf("%d\n", least / 2 * 2 == least);
    printf("%d\n", (float)tiny == 0.0f);
    return 0;
}
