/* Nine steps up a tree lead out of it. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static void climb(int at)
{
    assert(at < 512);
    int where = __VERIFIER_nondet_int();
    if (where == 1)
        climb(2 * at + 1);
    else if (where == 2)
        climb(at / 2);
}
int main(void)
{
    climb(1);
    return 0;
}
