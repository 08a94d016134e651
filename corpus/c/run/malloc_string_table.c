/* Strings duplicated on the heap and interned, so that equal strings share one copy. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *interned[16];
static int count;

static const char *intern(const char *s)
{
    char *copy;
    for (int i = 0; i < count; i++)
        if (!strcmp(interned[i], s)) return interned[i];
    copy = malloc(strlen(s) + 1);
    strcpy(copy, s);
    return interned[count++] = copy;
}

int main(void)
{
    char buffer[8];
    const char *a, *b, *c;

    strcpy(buffer, "name");
    a = intern(buffer);
    buffer[0] = 'f';
    b = intern(buffer);
    buffer[0] = 'n';
    c = intern(buffer);
    printf("%s %s %d %d\n", a, b, a == c, a == b);
    for (int i = 0; i < 20; i++) {
        buffer[0] = 'a' + i % 3;
        buffer[1] = 0;
        intern(buffer);
    }
    printf("%d\n", count);
    int differ = a != b;
    while (count > 0) free(interned[--count]);
    return differ;
}
