/* Writes each three bytes backwards; fewer at the end, too. Every call holds one of them. */
#include <stdio.h>

static int take(int depth)
{
    int c = getchar();
    int more;

    if (c == EOF)
        return 0;
    more = depth == 2 || take(depth + 1);
    putchar(c);
    return more;
}

int main(void)
{
    while (take(0))
        ;
    return 0;
}
