// busybox: text without the blanks at either end, of at most 6 bytes.
//: unwind 8
#include <assert.h>
#include <ctype.h>
#include <string.h>
#define FAST_FUNC
//: cut busybox libbb/skip_whitespace.c skip_whitespace
//: cut busybox libbb/trim.c trim
char nondet_char(void);
int main(void)
{
    char text[7];
    for (int i = 0; i < 6; i++)
        text[i] = nondet_char();
    text[6] = 0;
    char *end = trim(text);
    assert(end >= text && end <= text + 6 && *end == 0);
    assert(!isspace((unsigned char)text[0]));
    assert(end == text || !isspace((unsigned char)end[-1]));
    return 0;
}
