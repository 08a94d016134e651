/* Volatile objects read and written in loops behave like ordinary memory. */
#include <stdio.h>

static volatile int ready;
static volatile unsigned char port[2];

static void device(int value)
{
    volatile unsigned char *p = port;
    p[0] = value;
    p[1] = ~value;
    ready = 1;
}

int main(void)
{
    int total = 0;
    volatile int i;

    for (i = 0; i < 5; i++) {
        ready = 0;
        device(i * 50);
        while (!ready)
            ;
        total += port[0] - port[1];
    }
    printf("%d %d\n", total, i);
    printf("%d %d\n", port[0], port[1]);
    return ready;
}
