/* Makes text safe as an HTML attribute without quotes: letters, digits and - _ . : stay, = stays unless it is the first
 * or the last character, everything else becomes an underscore.
 * --function cleanse_attribute */
#include <stddef.h>

static int plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
        || c == '-' || c == '_' || c == '.' || c == ':';
}

size_t cleanse_attribute(const char *in, size_t n, char *out)
{
    size_t written = 0;

    for (size_t i = 0; i < n; i++) {
        char c = in[i];
        int inner = i > 0 && i + 1 < n;

        if (plain(c) || (c == '=' && inner))
            out[written++] = c;
        else
            out[written++] = '_';
    }
    return written;
}
