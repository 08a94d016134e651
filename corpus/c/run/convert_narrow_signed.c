/* Narrowing to signed types keeps the low bits (as gcc defines it). */
#include <stdio.h>

static void narrow(long long v)
{
    printf("%lld: %d %d %d\n", v, (signed char)v, (short)v, (int)v);
}

int main(void)
{
    narrow(0);
    narrow(127);
    narrow(128);
    narrow(255);
    narrow(256);
    narrow(-129);
    narrow(32768);
    narrow(65535);
    narrow(2147483648LL);
    narrow(4294967295LL);
    narrow(0x123456789abcdef0LL);
    narrow(-0x123456789abcdef0LL);
    return 0;
}
