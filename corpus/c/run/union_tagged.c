/* Tagged unions: an expression tree evaluated and printed by recursion. */
#include <stdio.h>

struct expr {
    enum { NUM, ADD, MUL, NEG } tag;
    union {
        int num;
        struct { const struct expr *left, *right; } bin;
        const struct expr *arg;
    } u;
};

static int eval(const struct expr *e)
{
    switch (e->tag) {
    case NUM: return e->u.num;
    case ADD: return eval(e->u.bin.left) + eval(e->u.bin.right);
    case MUL: return eval(e->u.bin.left) * eval(e->u.bin.right);
    case NEG: return -eval(e->u.arg);
    }
    return 0;
}

static void show(const struct expr *e)
{
    switch (e->tag) {
    case NUM: printf("%d", e->u.num); return;
    case NEG: printf("-("); show(e->u.arg); printf(")"); return;
    default:
        printf("(");
        show(e->u.bin.left);
        printf(e->tag == ADD ? "+" : "*");
        show(e->u.bin.right);
        printf(")");
    }
}

int main(void)
{
    struct expr two = { NUM, { 2 } }, five = { NUM, { 5 } };
    struct expr sum = { ADD, { .bin = { &two, &five } } };
    struct expr neg = { NEG, { .arg = &sum } };
    struct expr all = { MUL, { .bin = { &neg, &sum } } };

    show(&all);
    printf(" = %d\n", eval(&all));
    five.u.num = 1;
    printf("%d\n", eval(&all));
    return -eval(&neg);
}
