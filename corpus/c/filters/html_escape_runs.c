/* html_escape again, writing what needs no escape in runs: one of the filters that must be equal to it.
 * --function html_escape_runs */
#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const char *escape_of(char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return isspace((unsigned char)c) ? " " : NULL;
    }
}

size_t html_escape_runs(const char *in, size_t n, char *out)
{
    size_t written = 0, start = 0;

    for (size_t i = 0; i <= n; i++) {
        const char *escape = i < n ? escape_of(in[i]) : NULL;

        if (i < n && !escape)
            continue;
        memcpy(out + written, in + start, i - start);
        written += i - start;
        start = i + 1;
        if (escape) {
            memcpy(out + written, escape, strlen(escape));
            written += strlen(escape);
        }
    }
    return written;
}
