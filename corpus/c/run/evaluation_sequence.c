/* Sequence points: full expressions, &&, ||, ?:, comma and calls order side effects. */
#include <stdio.h>

static char trace[40];
static int at;
static int note(char c, int v) { trace[at++] = c; return v; }

int main(void)
{
    int i = 0, v[4] = { 0 };

    v[i] = i + 1; i++;
    v[i] = i * 10, i++;
    v[2] = i == 2 ? (i++, 7) : 8;
    printf("%d %d %d %d\n", v[0], v[1], v[2], i);
    if (note('a', 0) || note('b', 1) && note('c', 0) || note('d', 1))
        note('e', 0);
    note('f', 1) ? note('g', 0) : note('h', 0);
    note('i', 0), note('j', 0);
    for (note('1', 0); note('2', at < 14); note('3', 0))
        note('4', 0);
    trace[at] = 0;
    printf("%s\n", trace);
    i = 5;
    i = i++ + 1 ? 3 : 4;
    printf("%d\n", i);
    return at;
}
