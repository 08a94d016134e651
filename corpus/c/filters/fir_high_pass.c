/* A high-pass with three taps on bytes with a sign: a quarter of -a + 2b - c, rounded down.
 * --function fir_high_pass */
#include <stddef.h>

size_t fir_high_pass(const signed char *in, size_t n, signed char *out)
{
    for (size_t i = 0; i < n; i++) {
        int a = i >= 2 ? in[i - 2] : 0;
        int b = i >= 1 ? in[i - 1] : 0;

        out[i] = (signed char)((-a + 2 * b - in[i]) >> 2);
    }
    return n;
}
