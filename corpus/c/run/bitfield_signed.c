/* Signed bit-fields extend their sign when read. */
#include <stdio.h>

struct signed_fields {
    signed int a : 3;
    signed int b : 7;
    int one : 1;
    signed long long wide : 40;
};

int main(void)
{
    struct signed_fields f;
    int i;

    for (i = -5; i <= 5; i++) {
        f.a = i;
        printf("%d ", f.a);
    }
    f.b = 64;
    f.one = 1;
    f.wide = 0x8000000000LL;
    printf("\n%d %d %lld\n", f.b, f.one, (long long)f.wide);
    f.b = -1;
    f.wide = 12345678901LL;
    printf("%d %lld %lld\n", f.b, (long long)f.wide, (long long)f.wide >> 8);
    f.b++;
    printf("%d\n", f.b == 0);
    return 0;
}
