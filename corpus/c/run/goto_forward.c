/* goto as error exit: jumps forward over the rest of the function to a cleanup. */
#include <stdio.h>

static int open_count;

static int acquire(int ok) { if (ok) open_count++; return ok; }
static void release(void) { open_count--; }

static int work(int a, int b, int c)
{
    int result = -1;

    if (!acquire(a)) goto out;
    if (!acquire(b)) goto release_a;
    if (!acquire(c)) goto release_b;
    result = 100;
    release();
release_b:
    release();
    result += 10;
release_a:
    release();
    result += 1;
out:
    return result;
}

int main(void)
{
    printf("%d\n", work(1, 1, 1));
    printf("%d\n", work(1, 1, 0));
    printf("%d\n", work(1, 0, 1));
    printf("%d\n", work(0, 1, 1));
    printf("%d\n", open_count);
    return open_count;
}
