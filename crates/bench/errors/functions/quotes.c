// sqlite3: takes the quotes of SQL away, where they stand, of a text of at most 7 bytes.
//: unwind 9
#include <assert.h>
#include <string.h>
#define sqlite3Isquote(c) ((c) == '"' || (c) == '\'' || (c) == '[' || (c) == '`')
//: cut sqlite3 src/util.c sqlite3Dequote
char nondet_char(void);
int main(void)
{
    char text[8];
    for (int i = 0; i < 7; i++)
        text[i] = nondet_char();
    text[7] = 0;
    size_t before = strlen(text);
    // Its callers see to that: what begins with a quote ends with it.
    if (before < 2 || text[0] != '"' || text[before - 1] != '"' || (before > 2 && text[before - 2] == '"'))
        return 0;
    sqlite3Dequote(text);
    assert(strlen(text) + 2 <= before);
    return 0;
}
