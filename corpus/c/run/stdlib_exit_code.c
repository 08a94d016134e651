/* exit from inside a nested call ends the program with its code. */
#include <stdio.h>
#include <stdlib.h>

static void check(int level)
{
    printf("level %d\n", level);
    if (level == 3)
        exit(17);
    check(level + 1);
    printf("never\n");
}

int main(void)
{
    check(0);
    return 1;
}
