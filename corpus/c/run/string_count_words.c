/* Lines, words and characters of a text, and a histogram of letters. */
#include <ctype.h>
#include <stdio.h>

static const char text[] =
    "It was a bright cold day in April,\n"
    "and the clocks were striking\n"
    "13.\n";

int main(void)
{
    int lines = 0, words = 0, chars = 0, inside = 0;
    int histogram[26] = { 0 };

    for (const char *p = text; *p; p++) {
        chars++;
        lines += *p == '\n';
        if (isspace((unsigned char)*p)) {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
        if (isalpha((unsigned char)*p))
            histogram[toupper((unsigned char)*p) - 'A']++;
    }
    printf("%d %d %d\n", lines, words, chars);
    for (int i = 0; i < 26; i++)
        if (histogram[i] > 2)
            printf("%c%d ", 'a' + i, histogram[i]);
    printf("\n");
    return words;
}
