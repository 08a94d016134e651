/* Writes after each byte the two sums of Fletcher's checksum so far.
 * --function fletcher_running */
#include <stddef.h>

size_t fletcher_running(const unsigned char *in, size_t n, unsigned char *out)
{
    unsigned first = 0, second = 0;
    size_t written = 0;

    for (size_t i = 0; i < n; i++) {
        first = (first + in[i]) % 255;
        second = (second + first) % 255;
        out[written++] = (unsigned char)first;
        out[written++] = (unsigned char)second;
    }
    return written;
}
