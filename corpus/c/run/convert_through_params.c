/* Arguments and return values are converted to the declared types. */
#include <stdio.h>

static unsigned char as_byte(unsigned char v) { return v; }
static signed char as_signed(int v) { return v; }
static unsigned as_unsigned(int v) { return v; }
static long long as_wide(unsigned v) { return v; }
static int as_int(double v) { return v; }
static double as_double(float v) { return v; }
static short as_short(long long v) { return v; }
static _Bool as_bool(int v) { return v; }

int main(void)
{
    printf("%d %d\n", as_byte(-1), as_byte(513));
    printf("%d %d\n", as_signed(200), as_signed(-129));
    printf("%u %u\n", as_unsigned(-5), as_unsigned(5));
    printf("%lld %lld\n", as_wide(-1), as_wide(7));
    printf("%d %d\n", as_int(-2.9), as_int(3));
    printf("%.8f\n", as_double(0.1));
    printf("%d %d\n", as_short(0x18000), as_short(-32769LL));
    printf("%d %d\n", as_bool(256), as_bool(0));
    return as_byte(260);
}
