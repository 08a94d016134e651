/* Casts between a common header and the structs that start with it. */
#include <stdio.h>

struct header { unsigned char kind; unsigned char length; };
struct ping { struct header head; short sequence; };
struct data { struct header head; char payload[6]; };

static int handle(const struct header *h)
{
    switch (h->kind) {
    case 1: return ((const struct ping *)h)->sequence;
    case 2: {
        const struct data *d = (const struct data *)h;
        int sum = 0;
        for (int i = 0; i < h->length; i++)
            sum += d->payload[i];
        return sum;
    }
    default: return -1;
    }
}

int main(void)
{
    struct ping p = { { 1, 2 }, 1234 };
    struct data d = { { 2, 3 }, "abc" };
    struct header odd = { 9, 0 };
    const struct header *queue[] = { &p.head, &d.head, &odd, (struct header *)&p };

    for (int i = 0; i < 4; i++)
        printf("%d\n", handle(queue[i]));
    p.sequence++;
    printf("%d\n", handle(queue[3]));
    return d.head.length;
}
