/* A growing string buffer with append of text, characters and numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder { char *data; int length, capacity, grown; };

static void reserve(struct builder *b, int more)
{
    if (b->length + more + 1 <= b->capacity)
        return;
    while (b->capacity < b->length + more + 1)
        b->capacity = b->capacity ? 2 * b->capacity : 8;
    b->data = realloc(b->data, b->capacity);
    b->grown++;
}

static void text(struct builder *b, const char *s)
{
    int n = (int)strlen(s);
    reserve(b, n);
    memcpy(b->data + b->length, s, n + 1);
    b->length += n;
}

static void number(struct builder *b, int n)
{
    char digits[12], *p = digits + sizeof digits;
    unsigned u = n < 0 ? -(unsigned)n : (unsigned)n;

    *--p = 0;
    do *--p = '0' + u % 10; while (u /= 10);
    if (n < 0) *--p = '-';
    text(b, p);
}

int main(void)
{
    struct builder b = { 0 };

    for (int i = -3; i < 12; i += 3) {
        if (b.length) text(&b, ", ");
        text(&b, "n=");
        number(&b, i * i * i * 10);
    }
    number(&b, -2147483647 - 1);
    printf("%s\n%d %d %d\n", b.data, b.length, b.capacity, b.grown);
    free(b.data);
    return b.grown;
}
