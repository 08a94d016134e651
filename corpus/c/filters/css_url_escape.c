/* Escapes an address for url(...) in CSS: characters that could end it become %XX. The percent sign itself is not
 * escaped, since addresses contain it.
 * --function css_url_escape */
#include <string.h>

void css_url_escape(const char *in, char *out)
{
    static const char digits[] = "0123456789ABCDEF";

    for (; *in; in++) {
        if (strchr("\"'()*<>\\\n\r", *in)) {
            *out++ = '%';
            *out++ = digits[*in >> 4];
            *out++ = digits[*in & 15];
        } else {
            *out++ = *in;
        }
    }
    *out = '\0';
}
