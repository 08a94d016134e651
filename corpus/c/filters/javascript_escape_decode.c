/* javascript_escape again, by a decoder that looks ahead: must be equal to it.
 * --function javascript_escape_decode */
#include <stddef.h>

/* Decodes a character of one to three bytes without asking whether the form is the shortest one. */
static size_t decode(const unsigned char *p, size_t left, unsigned *value)
{
    *value = p[0];
    if (p[0] >> 5 == 6 && left >= 2 && p[1] >> 6 == 2) {
        *value = (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
        return 2;
    }
    if (p[0] >> 4 == 14 && left >= 3 && p[1] >> 6 == 2 && p[2] >> 6 == 2) {
        *value = (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
        return 3;
    }
    return 1;
}

static const char *escape_of(unsigned value)
{
    switch (value) {
    case 0x08: return "\\b";
    case 0x09: return "\\t";
    case 0x0a: return "\\n";
    case 0x0b: return "\\v";
    case 0x0c: return "\\f";
    case 0x0d: return "\\r";
    case 0x22: return "\\x22";
    case 0x26: return "\\x26";
    case 0x27: return "\\x27";
    case 0x3c: return "\\x3c";
    case 0x3d: return "\\x3d";
    case 0x3e: return "\\x3e";
    case 0x5c: return "\\\\";
    case 0x2028: return "\\u2028";
    case 0x2029: return "\\u2029";
    default: return NULL;
    }
}

size_t javascript_escape_decode(const unsigned char *in, size_t n, unsigned char *out)
{
    unsigned char *q = out;
    size_t length;

    for (size_t i = 0; i < n; i += length) {
        unsigned value;
        const char *escape;

        length = decode(in + i, n - i, &value);
        escape = escape_of(value);
        if (escape)
            while (*escape)
                *q++ = (unsigned char)*escape++;
        else
            for (size_t k = 0; k < length; k++)
                *q++ = in[i + k];
    }
    return (size_t)(q - out);
}
