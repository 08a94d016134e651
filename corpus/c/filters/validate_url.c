/* Lets an address through, escaped for HTML, if it has no scheme or a harmless one (http, https, ftp); writes # for any
 * other. The scheme ends at a colon before the first slash, which may come late or never: the first pass looks for it,
 * the second writes.
 * --function validate_url */
#include <stddef.h>
#include <string.h>
#include <strings.h>

static int scheme_is(const char *in, size_t length, const char *scheme)
{
    return length == strlen(scheme) && strncasecmp(in, scheme, length) == 0;
}

/* Whether there is no scheme, or a harmless one: what comes before the first colon, unless a slash comes first. */
static int is_safe(const char *in, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (in[i] == '/')
            return 1;
        if (in[i] == ':')
            return scheme_is(in, i, "http") || scheme_is(in, i, "https") || scheme_is(in, i, "ftp");
    }
    return 1;
}

static void put(const char *text, void (*emit)(char c))
{
    while (*text)
        emit(*text++);
}

void validate_url(const char *in, size_t n, void (*emit)(char c))
{
    if (!is_safe(in, n)) {
        emit('#');
        return;
    }
    for (size_t i = 0; i < n; i++) {
        switch (in[i]) {
        case '&': put("&amp;", emit); break;
        case '<': put("&lt;", emit); break;
        case '>': put("&gt;", emit); break;
        case '"': put("&quot;", emit); break;
        case '\'': put("&#39;", emit); break;
        default: emit(in[i]);
        }
    }
}
