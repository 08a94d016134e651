/* Removes the comments of C: a block comment leaves a blank, a line comment nothing. Strings and character constants
 * are known, continued lines and trigraphs are not. */
#include <stdio.h>

enum state { CODE, SLASH, BLOCK, BLOCK_STAR, LINE, STRING, STRING_ESCAPE, CHARACTER, CHARACTER_ESCAPE };

/* In code or after a slash that began no comment. */
static enum state code(int c)
{
    if (c == '/')
        return SLASH;
    putchar(c);
    if (c == '"')
        return STRING;
    return c == '\'' ? CHARACTER : CODE;
}

int main(void)
{
    enum state state = CODE;
    int c;

    while ((c = getchar()) != EOF) {
        switch (state) {
        case CODE:
            state = code(c);
            break;
        case SLASH:
            if (c == '*') {
                state = BLOCK;
            } else if (c == '/') {
                state = LINE;
            } else {
                putchar('/');
                state = code(c);
            }
            break;
        case BLOCK:
            if (c == '*')
                state = BLOCK_STAR;
            break;
        case BLOCK_STAR:
            if (c == '/') {
                putchar(' ');
                state = CODE;
            } else if (c != '*') {
                state = BLOCK;
            }
            break;
        case LINE:
            if (c == '\n') {
                putchar('\n');
                state = CODE;
            }
            break;
        case STRING:
            putchar(c);
            if (c == '\\')
                state = STRING_ESCAPE;
            else if (c == '"')
                state = CODE;
            break;
        case STRING_ESCAPE:
            putchar(c);
            state = STRING;
            break;
        case CHARACTER:
            putchar(c);
            if (c == '\\')
                state = CHARACTER_ESCAPE;
            else if (c == '\'')
                state = CODE;
            break;
        case CHARACTER_ESCAPE:
            putchar(c);
            state = CHARACTER;
            break;
        }
    }
    if (state == SLASH)
        putchar('/');
    return 0;
}
