/* html_escape again, by a table: one of the filters that must be equal to it.
 * --function html_escape_table */
#include <stddef.h>

static const char *const replacement[256] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
    ['\t'] = " ", ['\n'] = " ", ['\v'] = " ", ['\f'] = " ", ['\r'] = " ",
};

size_t html_escape_table(const unsigned char *in, size_t n, unsigned char *out)
{
    unsigned char *q = out;

    while (n--) {
        const char *text = replacement[*in];

        if (text)
            while (*text)
                *q++ = (unsigned char)*text++;
        else
            *q++ = *in;
        in++;
    }
    return (size_t)(q - out);
}
