/* A countdown in an unsigned variable that relies on wrapping below zero. */
#include <stdio.h>

int main(void)
{
    unsigned i;
    unsigned char c;
    int rounds = 0;

    for (i = 5; i-- > 0;)
        printf("%u ", i);
    printf("| %u\n", i);
    for (c = 3; c < 10; c--)
        rounds++;
    printf("%d %u\n", rounds, c);
    i = 0;
    while (--i > 4294967290u)
        rounds++;
    printf("%d %u\n", rounds, i);
    return rounds;
}
