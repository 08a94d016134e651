/* The string functions written by hand in the classic terse style. */
#include <stdio.h>

static unsigned length(const char *s) { const char *p = s; while (*p++); return p - s - 1; }
static char *copy(char *to, const char *from) { char *r = to; while ((*to++ = *from++)); return r; }
static int compare(const char *a, const char *b)
{
    for (; *a && *a == *b; a++, b++);
    return *(unsigned char *)a - *(unsigned char *)b;
}
static char *reverse(char *s)
{
    char *a = s, *b = s + length(s), t;
    while (a < --b) t = *a, *a++ = *b, *b = t;
    return s;
}
static const char *find(const char *s, const char *word)
{
    for (; *s; s++) {
        const char *a = s, *b = word;
        while (*b && *a == *b) a++, b++;
        if (!*b) return s;
    }
    return 0;
}

int main(void)
{
    char b[32];

    printf("%u %u\n", length("terse"), length(""));
    printf("%s\n", reverse(copy(b, "stressed")));
    printf("%d %d %d\n", compare("abc", "abd"), compare("b", "abc"), compare("same", "same"));
    printf("%s\n", find("needle in a haystack", "in "));
    printf("%d\n", find("abc", "x") == 0);
    return compare("a", "");
}
