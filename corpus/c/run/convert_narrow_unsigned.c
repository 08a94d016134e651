/* Narrowing to unsigned types reduces modulo two to the width. */
#include <stdio.h>

static void narrow(long long v)
{
    printf("%lld: %u %u %u %llu\n", v, (unsigned char)v, (unsigned short)v, (unsigned)v,
           (unsigned long long)v);
}

int main(void)
{
    narrow(-1);
    narrow(-256);
    narrow(256);
    narrow(65536 + 7);
    narrow(-65536 - 7);
    narrow(4294967296LL + 9);
    narrow(-4294967296LL - 9);
    narrow(0x7fffffffffffffffLL);
    return 0;
}
