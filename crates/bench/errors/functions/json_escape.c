// cJSON: an escape of a JSON string, `\uXXXX` or two of them, to UTF-8.
//: unwind 13
#include <assert.h>
#include <stddef.h>
//: cut cjson cJSON.c parse_hex4 utf16_literal_to_utf8
unsigned char nondet_uchar(void);
int main(void)
{
    unsigned char text[12], out[4], *to = out;
    size_t length = nondet_uchar() % 13;
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = nondet_uchar();
    unsigned char taken = utf16_literal_to_utf8(text, text + length, &to);
    assert(taken == 0 || taken == 6 || taken == 12);
    assert(to >= out && to <= out + 4);
    assert((taken == 0) == (to == out));
    return 0;
}
