/* Makes a field of comma-separated values of its input (RFC 4180): in quotes, the quotes inside doubled.
 * --function csv_quote */
#include <stddef.h>

size_t csv_quote(const char *in, size_t n, char *out)
{
    char *q = out;

    *q++ = '"';
    for (const char *p = in; p != in + n; ++p) {
        if (*p == '"')
            *q++ = '"';
        *q++ = *p;
    }
    *q++ = '"';
    return (size_t)(q - out);
}
