/* Recursion through function pointers stored in a table: a tree walk with actions. */
#include <stdio.h>

struct tree { int value, left, right; };
typedef void action(int at, int depth);

static const struct tree t[] = { { 50, 1, 2 }, { 30, 3, -1 }, { 70, 4, 5 }, { 20, -1, -1 }, { 60, -1, -1 }, { 90, -1, -1 } };
static int sum, deepest;
static action walk_in, walk_pre, note;
static action *const actions[] = { walk_in, walk_pre, note };

static void note(int at, int depth)
{
    sum += t[at].value * depth;
    if (depth > deepest) deepest = depth;
    printf("%d ", t[at].value);
}

static void walk_in(int at, int depth)
{
    if (at < 0) return;
    actions[0](t[at].left, depth + 1);
    actions[2](at, depth);
    actions[0](t[at].right, depth + 1);
}

static void walk_pre(int at, int depth)
{
    action *self = actions[1];
    if (at < 0) return;
    (*actions[2])(at, depth);
    self(t[at].left, depth + 1);
    self(t[at].right, depth + 1);
}

int main(void)
{
    for (int i = 0; i < 2; i++) {
        actions[i](0, 1);
        printf("| %d\n", sum);
    }
    return deepest;
}
