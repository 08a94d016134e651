/* Writes each byte unless it equals the one before.
 * --function unique_neighbours */
#include <stddef.h>

size_t unique_neighbours(const char *in, size_t n, char *out)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (i == 0 || in[i] != in[i - 1])
            out[kept++] = in[i];
    return kept;
}
