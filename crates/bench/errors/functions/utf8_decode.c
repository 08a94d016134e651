// nginx: a character of UTF-8, of at most 5 bytes.
//: unwind 6
#include <assert.h>
#include <stdint.h>
#include <stddef.h>
typedef unsigned char u_char;
//: cut nginx src/core/ngx_string.c ngx_utf8_decode
unsigned char nondet_uchar(void);
int main(void)
{
    u_char text[5], *at = text;
    size_t length = 1 + nondet_uchar() % 5;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_uchar();
    uint32_t character = ngx_utf8_decode(&at, length);
    assert(at >= text && at <= text + length);
    assert(character <= 0x1fffff || character >= 0xfffffffe);
    return 0;
}
