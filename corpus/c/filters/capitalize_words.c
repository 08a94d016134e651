/* Turns the first letter of every word into a capital and the others into small ones.
 * --function capitalize_words */
#include <ctype.h>
#include <stddef.h>

void capitalize_words(const char *in, size_t n, void (*emit)(char c))
{
    int inside = 0;

    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)in[i];

        emit((char)(inside ? tolower(c) : toupper(c)));
        inside = isalpha(c) != 0;
    }
}
