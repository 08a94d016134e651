/* Escapes text for XML 1.0: & < > " ' become entities, control characters that XML forbids become blanks.
 * Runs of ordinary characters are written at once.
 * --function xml_escape */
#include <stddef.h>
#include <string.h>

static const char special[] = "&<>\"'";
static const char *const entity[] = { "&amp;", "&lt;", "&gt;", "&quot;", "&#39;" };

static int forbidden(char c)
{
    unsigned char u = (unsigned char)c;
    return u < 0x20 && u != '\t' && u != '\n' && u != '\r';
}

void xml_escape(const char *in, size_t n, void (*emit)(const char *s, size_t n))
{
    const char *end = in + n;
    const char *start = in;
    const char *p;

    for (p = in; p < end; p++) {
        const char *found = memchr(special, *p, sizeof special - 1);
        const char *text;

        if (found)
            text = entity[found - special];
        else if (forbidden(*p))
            text = " ";
        else
            continue;
        if (p != start)
            emit(start, (size_t)(p - start));
        emit(text, strlen(text));
        start = p + 1;
    }
    if (p != start)
        emit(start, (size_t)(p - start));
}
