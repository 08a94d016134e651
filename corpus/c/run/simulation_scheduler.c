/* A round-robin scheduler with priorities and waiting times. */
#include <stdio.h>

struct task { char name; int need, priority, waited, done_at; };

static int pick(struct task *t, int n, int last)
{
    int best = -1;
    for (int k = 1; k <= n; k++) {
        int i = (last + k) % n;
        if (t[i].need > 0 && (best < 0 || t[i].priority > t[best].priority)) best = i;
    }
    return best;
}

int main(void)
{
    struct task t[] = { { 'a', 3, 1 }, { 'b', 5, 2 }, { 'c', 2, 2 }, { 'd', 4, 1 } };
    int now = 0, at = 3, i, total = 0;

    while ((i = pick(t, 4, at)) >= 0) {
        int slice = t[i].need < 2 ? t[i].need : 2;
        for (int k = 0; k < 4; k++)
            if (k != i && t[k].need > 0) t[k].waited += slice;
        t[i].need -= slice;
        now += slice;
        if (!t[i].need) t[i].done_at = now;
        printf("%c%d ", t[i].name, slice);
        at = i;
    }
    printf("\n");
    for (i = 0; i < 4; i++) { printf("%c %d %d\n", t[i].name, t[i].waited, t[i].done_at); total += t[i].waited; }
    return total;
}
