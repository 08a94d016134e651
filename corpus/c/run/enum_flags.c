/* Enumeration constants as flags combined with bit operators. */
#include <stdio.h>

enum perm { READ = 1, WRITE = 2, EXEC = 4, ALL = READ | WRITE | EXEC };

static void show(enum perm p)
{
    printf("%c%c%c\n", p & READ ? 'r' : '-', p & WRITE ? 'w' : '-', p & EXEC ? 'x' : '-');
}

int main(void)
{
    enum perm p = 0;

    show(p);
    p |= READ;
    show(p);
    p |= EXEC | WRITE;
    show(p);
    p &= ~WRITE;
    show(p);
    p ^= ALL;
    show(p);
    printf("%d %d\n", (p & ALL) == WRITE, ~p & ALL);
    switch (p) {
    case READ: return 1;
    case WRITE: return 2;
    default: return 9;
    }
}
