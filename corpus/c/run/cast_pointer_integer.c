/* Pointers through uintptr_t and back, low bits as tags. */
#include <stdint.h>
#include <stdio.h>

static int pool[4] = { 10, 20, 30, 40 };

static void *tag(int *p, unsigned bit) { return (void *)((uintptr_t)p | bit); }
static int *untag(void *p) { return (int *)((uintptr_t)p & ~(uintptr_t)1); }
static int tag_of(void *p) { return (uintptr_t)p & 1; }

int main(void)
{
    void *marked[4];
    int sum = 0;

    for (int i = 0; i < 4; i++)
        marked[i] = tag(&pool[i], i % 2);
    for (int i = 0; i < 4; i++)
        if (tag_of(marked[i]))
            sum += *untag(marked[i]);
    printf("%d\n", sum);
    printf("%d\n", (int)((uintptr_t)&pool[3] - (uintptr_t)&pool[1]));
    printf("%d %d\n", (uintptr_t)(void *)0 == 0, untag(marked[1]) == pool + 1);
    return sum;
}
