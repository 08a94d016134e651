// redis: a text of at most 3 bytes matched by a pattern of at most 4, both ended by a zero.
//: unwind 6
#include <assert.h>
#include <ctype.h>
//: cut redis src/util.c stringmatchlen_impl stringmatchlen
char nondet_char(void);
unsigned char nondet_uchar(void);
int main(void)
{
    char pattern[5], text[4];
    int patterns = nondet_uchar() % 5, length = nondet_uchar() % 4, plain = patterns == length;
    for (int i = 0; i < 4; i++)
        pattern[i] = i < patterns ? nondet_char() : 0;
    for (int i = 0; i < 3; i++)
        text[i] = i < length ? nondet_char() : 0;
    pattern[4] = text[3] = 0;
    for (int i = 0; i < patterns && i < length; i++)
        plain = plain && pattern[i] == text[i] && pattern[i] >= 'a' && pattern[i] <= 'z';
    int matches = stringmatchlen(pattern, patterns, text, length, 0);
    assert(!plain || matches);
    return 0;
}
