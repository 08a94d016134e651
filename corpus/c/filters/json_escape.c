/* Escapes text for a JSON string inside a page: quotes, backslash and slash get a backslash, control characters and
 * < > & get their short form or \u00XX.
 * --function json_escape */
#include <stddef.h>

static char digit(int nibble)
{
    return (char)(nibble < 10 ? '0' + nibble : 'a' + (nibble - 10));
}

void json_escape(const char *in, size_t n, void (*emit)(char c))
{
    while (n-- > 0) {
        signed char c = (signed char)*in++;
        char letter = 0;

        switch (c) {
        case '\b': letter = 'b'; break;
        case '\f': letter = 'f'; break;
        case '\n': letter = 'n'; break;
        case '\r': letter = 'r'; break;
        case '\t': letter = 't'; break;
        case '"':
        case '\\':
        case '/':
            letter = c;
            break;
        }
        if (letter) {
            emit('\\');
            emit(letter);
        } else if ((c >= 0 && c < ' ') || c == '<' || c == '>' || c == '&') {
            emit('\\');
            emit('u');
            emit('0');
            emit('0');
            emit(digit(c >> 4));
            emit(digit(c & 15));
        } else {
            emit(c);
        }
    }
}
