/* Static locals keep their value between calls and are separate per function. */
#include <stdio.h>

static int next_id(void) { static int id = 100; return ++id; }

static int other_id(void)
{
    static int id;
    return id += 2;
}

static const char *ring(int n)
{
    static char buffer[3][4];
    static unsigned at;
    char *b = buffer[at++ % 3];
    b[0] = '0' + n / 10; b[1] = '0' + n % 10; b[2] = 0;
    return b;
}

static int depth(int n)
{
    static int deepest;
    if (n > deepest) deepest = n;
    if (n < 5) depth(n + 1);
    return deepest;
}

int main(void)
{
    const char *a = ring(12), *b = ring(34), *c = ring(56);

    next_id(); other_id(); next_id();
    printf("%d %d\n", next_id(), other_id());
    printf("%s %s %s\n", a, b, c);
    ring(78);
    printf("%s %s\n", a, b);
    printf("%d\n", depth(1));
    for (int i = 0; i < 3; i++) {
        static int kept = 7;
        int fresh = 7;
        printf("%d %d ", kept++, fresh++);
    }
    printf("\n");
    return next_id() - 100;
}
