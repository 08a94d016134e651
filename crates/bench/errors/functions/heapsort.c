// libbsd: four numbers sorted.
//: unwind 6
#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
//: cut libbsd src/heapsort.c SWAP COPY CREATE SELECT heapsort
int nondet_int(void);
static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
int main(void)
{
    int numbers[4];
    for (int i = 0; i < 4; i++)
        numbers[i] = nondet_int();
    if (heapsort(numbers, 4, sizeof *numbers, compare) == 0)
        for (int i = 0; i < 3; i++)
            assert(numbers[i] <= numbers[i + 1]);
    return 0;
}
