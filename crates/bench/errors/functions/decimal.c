// redis: a decimal number of at most 20 digits and a sign.
//: unwind 23
#include <assert.h>
#include <limits.h>
#include <stddef.h>
//: cut redis src/util.h LONG_STR_SIZE
//: cut redis src/util.c string2ll
char nondet_char(void);
unsigned char nondet_uchar(void);
int main(void)
{
    char text[21];
    long long value = 0;
    size_t length = nondet_uchar() % 22;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_char();
    if (string2ll(text, length, &value)) {
        assert(length > 0);
        assert((value < 0) == (text[0] == '-'));
    }
    return 0;
}
