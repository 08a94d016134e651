/* Writes a plus before an input with an exclamation mark anywhere, and a minus before all others: what is written first depends
 * on the last symbol.
 * --function shout */
#include <stddef.h>

static int is_loud(const char *in, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (in[i] == '!')
            return 1;
    return 0;
}

void shout(const char *in, size_t n, void (*emit)(char c))
{
    emit(is_loud(in, n) ? '+' : '-');
    for (size_t i = 0; i < n; i++)
        emit(in[i]);
}
