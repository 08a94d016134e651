/* Writes the difference of each byte with a sign and the one before, cut to the range of such bytes.
 * --function saturating_difference */
#include <stddef.h>
#include <stdint.h>

size_t saturating_difference(const signed char *in, size_t n, signed char *out)
{
    int8_t previous = 0;

    for (size_t i = 0; i < n; i++) {
        int d = in[i] - previous;

        if (d > INT8_MAX)
            d = INT8_MAX;
        else if (d < INT8_MIN)
            d = INT8_MIN;
        out[i] = (signed char)d;
        previous = in[i];
    }
    return n;
}
