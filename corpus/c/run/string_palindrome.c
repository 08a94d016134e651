/* Palindromes, ignoring case and everything that is not a letter. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static int palindrome(const char *s)
{
    int i = 0, j = (int)strlen(s) - 1;

    while (i < j) {
        if (!isalpha((unsigned char)s[i])) { i++; continue; }
        if (!isalpha((unsigned char)s[j])) { j--; continue; }
        if (tolower((unsigned char)s[i++]) != tolower((unsigned char)s[j--]))
            return 0;
    }
    return 1;
}

int main(void)
{
    static const char *const lines[] = {
        "A man, a plan, a canal: Panama", "not one", "Was it a car or a cat I saw?", "", "ab ba!", "x.y",
    };
    int hits = 0;

    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        hits += palindrome(lines[i]);
        printf("%d %s\n", palindrome(lines[i]), lines[i]);
    }
    return hits;
}
