/* A table-driven state machine that accepts numbers with sign, fraction and exponent. */
#include <stdio.h>

enum state { START, SIGN, INTEGER, POINT, FRACTION, EXP, EXP_SIGN, EXP_DIGITS, DEAD };
enum input { DIGIT, DOT, PLUSMINUS, LETTER_E, OTHER };

static const unsigned char next[][5] = {
    [START] = { INTEGER, POINT, SIGN, DEAD, DEAD },
    [SIGN] = { INTEGER, POINT, DEAD, DEAD, DEAD },
    [INTEGER] = { INTEGER, FRACTION, DEAD, EXP, DEAD },
    [POINT] = { FRACTION, DEAD, DEAD, DEAD, DEAD },
    [FRACTION] = { FRACTION, DEAD, DEAD, EXP, DEAD },
    [EXP] = { EXP_DIGITS, DEAD, EXP_SIGN, DEAD, DEAD },
    [EXP_SIGN] = { EXP_DIGITS, DEAD, DEAD, DEAD, DEAD },
    [EXP_DIGITS] = { EXP_DIGITS, DEAD, DEAD, DEAD, DEAD },
    [DEAD] = { DEAD, DEAD, DEAD, DEAD, DEAD },
};

static enum input class(char c)
{
    return c >= '0' && c <= '9' ? DIGIT : c == '.' ? DOT : c == '+' || c == '-' ? PLUSMINUS
         : c == 'e' || c == 'E' ? LETTER_E : OTHER;
}

static int accepts(const char *s)
{
    enum state q = START;
    while (*s) q = next[q][class(*s++)];
    return q == INTEGER || q == FRACTION || q == EXP_DIGITS;
}

int main(void)
{
    static const char *words[] = { "0", "-12.5", ".5e3", "1.", "1e", "1e+", "2E-10", "--1", "", ".", "7x" };
    int n = 0;

    for (int i = 0; i < 11; i++) {
        printf("%d", accepts(words[i]));
        n += accepts(words[i]);
    }
    printf("\n");
    return n;
}
