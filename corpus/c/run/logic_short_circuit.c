/* && and || stop early and yield int zero or one. */
#include <stdio.h>

static int calls;
static int yes(int id) { calls = calls * 10 + id; return 5; }
static int no(int id) { calls = calls * 10 + id; return 0; }

int main(void)
{
    int r;
    int *null = 0;

    r = yes(1) && no(2) && yes(3); printf("%d %d\n", r, calls); calls = 0;
    r = no(1) || yes(2) || no(3); printf("%d %d\n", r, calls); calls = 0;
    r = no(1) && yes(2) || yes(3); printf("%d %d\n", r, calls); calls = 0;
    r = (no(1) || no(2)) && yes(3); printf("%d %d\n", r, calls); calls = 0;
    r = !yes(4) || !no(5); printf("%d %d\n", r, calls);
    r = null && *null; printf("%d\n", r);
    r = 0.0 || 1e-30; printf("%d\n", r);
    r = (yes(1) && yes(2)) + (yes(3) || no(4)); printf("%d\n", r);
    return r;
}
