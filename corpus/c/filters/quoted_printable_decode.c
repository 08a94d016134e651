/* Decodes quoted-printable (RFC 2045): =XX is a byte, = at the end of a line joins it with the next. An equals sign
 * that begins neither stays.
 * --function quoted_printable_decode */
#include <stddef.h>

static int value_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

size_t quoted_printable_decode(const char *in, size_t n, char *out)
{
    const char *p = in, *end = in + n;
    char *q = out;

    while (p < end) {
        if (*p != '=') {
            *q++ = *p++;
        } else if (end - p >= 2 && p[1] == '\n') {
            p += 2;
        } else if (end - p >= 3 && p[1] == '\r' && p[2] == '\n') {
            p += 3;
        } else if (end - p >= 3 && value_of(p[1]) >= 0 && value_of(p[2]) >= 0) {
            *q++ = (char)(value_of(p[1]) << 4 | value_of(p[2]));
            p += 3;
        } else {
            *q++ = *p++;
        }
    }
    return (size_t)(q - out);
}
