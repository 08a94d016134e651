/* bsearch over a sorted table, found and not found. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word { const char *name; int code; };

static const struct word table[] = {
    { "break", 1 }, { "case", 2 }, { "do", 3 }, { "else", 4 }, { "for", 5 }, { "goto", 6 }, { "if", 7 },
};

static int compare(const void *key, const void *entry)
{
    return strcmp(key, ((const struct word *)entry)->name);
}

static int lookup(const char *name)
{
    const struct word *w = bsearch(name, table, sizeof table / sizeof *table, sizeof *table, compare);
    return w ? w->code : 0;
}

int main(void)
{
    static const char *const names[] = { "if", "break", "goto", "while", "a", "do", "" };
    int sum = 0;

    for (int i = 0; i < 7; i++) {
        printf("%s %d\n", names[i], lookup(names[i]));
        sum += lookup(names[i]);
    }
    return sum;
}
