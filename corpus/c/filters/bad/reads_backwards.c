/* Not a filter: it writes its input from the last byte to the first.
 * --function reads_backwards */
#include <stddef.h>

size_t reads_backwards(const char *in, size_t n, char *out)
{
    char *q = out;

    for (size_t i = n; i > 0; i--)
        *q++ = in[i - 1];
    return (size_t)(q - out);
}
