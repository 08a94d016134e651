/* Escapes text for the inside of <pre>: & < > " ' become entities, white space stays as it is.
 * What lies between two special characters is written at once.
 * --function pre_escape */
#include <stddef.h>

void pre_escape(const char *in, size_t n, void (*emit)(const char *s, size_t n))
{
    size_t start = 0;

    for (size_t pos = 0; pos < n; pos++) {
        const char *entity;
        size_t length;

        switch (in[pos]) {
        case '&': entity = "&amp;"; length = 5; break;
        case '<': entity = "&lt;"; length = 4; break;
        case '>': entity = "&gt;"; length = 4; break;
        case '"': entity = "&quot;"; length = 6; break;
        case '\'': entity = "&#39;"; length = 5; break;
        default: continue;
        }
        if (pos > start)
            emit(in + start, pos - start);
        emit(entity, length);
        start = pos + 1;
    }
    if (n > start)
        emit(in + start, n - start);
}
