/* Writes each byte as two hexadecimal digits, letters capital.
 * --function hex_encode_upper */
#include <stddef.h>

static char digit(unsigned nibble)
{
    return (char)(nibble < 10 ? '0' + nibble : 'A' + nibble - 10);
}

size_t hex_encode_upper(const unsigned char *in, size_t n, char *out)
{
    char *start = out;

    for (size_t i = 0; i < n; i++) {
        *out++ = digit(in[i] >> 4);
        *out++ = digit(in[i] & 15u);
    }
    return (size_t)(out - start);
}
