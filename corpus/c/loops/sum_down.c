/* A sum by recursion is what the formula says. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n)
{
    return n <= 0 ? 0 : n + sum(n - 1);
}
int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 12)
        return 0;
    assert(2 * sum(n) == n * (n + 1));
    return 0;
}
