/* Block scopes, loop scopes and separate name spaces of tags, labels and members. */
#include <stdio.h>

static int x = 1;
struct x { int x; };

static int f(int a)
{
    int x = a;
    {
        int x = 10;
        a += x;
        if (a > 0) {
            int x = 100;
            a += x;
        }
        a += x;
    }
    return a + x;
}

int main(void)
{
    struct x s = { 5 };
    int total = x;

    for (int x = 0; x < 3; x++) {
        int total = 50;
        total += x;
        s.x += total;
    }
    goto x;
    total = 0;
x:
    printf("%d %d %d\n", total, s.x, f(1));
    {
        enum { x = 42 };
        printf("%d\n", x);
    }
    return x;
}
