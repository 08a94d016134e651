/* Character classes from a table of flags, against plain comparisons. */
#include <stdio.h>

enum { LETTER = 1, DIGIT = 2, SPACE = 4, SIGN = 8 };
static unsigned char class[128];

static void fill(int from, int to, int flag) { while (from <= to) class[from++] |= flag; }

int main(void)
{
    const char *p = "x1 = y_2 + 37 * (z - 4);";
    int letters = 0, digits = 0, spaces = 0, signs = 0, others = 0;

    fill('a', 'z', LETTER);
    fill('A', 'Z', LETTER);
    fill('0', '9', DIGIT);
    class[' '] = class['\t'] = class['\n'] = SPACE;
    class['_'] = LETTER;
    for (const char *s = "+-*/="; *s; s++)
        class[(int)*s] = SIGN;
    for (; *p; p++)
        switch (class[(unsigned char)*p]) {
        case LETTER: letters++; break;
        case DIGIT: digits++; break;
        case SPACE: spaces++; break;
        case SIGN: signs++; break;
        default: others++;
        }
    printf("%d %d %d %d %d\n", letters, digits, spaces, signs, others);
    return class['7'] | class['z'];
}
