/* Implicit int in declarations and in the return type, as old code has it. */
#include <stdio.h>

static counter = 3;
const limit = 10;

add(int a, int b)
{
    return a + b;
}

static twice(x)
{
    return x * 2;
}

main()
{
    register i;
    auto total = 0;
    unsigned u = -1;

    for (i = 0; i < limit; i++)
        total = add(total, i);
    printf("%d %d %d\n", total, twice(counter), u > 0);
    return twice(21);
}
