/* Equality of structs by member, with padding that must not matter. */
#include <stdio.h>
#include <string.h>

struct record { char kind; int value; char flag; };

static int equal(const struct record *a, const struct record *b)
{
    return a->kind == b->kind && a->value == b->value && a->flag == b->flag;
}

int main(void)
{
    struct record a, b;

    memset(&a, 0x00, sizeof a);
    memset(&b, 0xff, sizeof b);
    a.kind = b.kind = 'k';
    a.value = b.value = 77;
    a.flag = b.flag = 1;
    printf("%d %d\n", equal(&a, &b), (int)sizeof a);
    b.value++;
    printf("%d\n", equal(&a, &b));
    memset(&a, 0, sizeof a);
    memset(&b, 0, sizeof b);
    printf("%d %d\n", equal(&a, &b), memcmp(&a, &b, sizeof a));
    return 0;
}
