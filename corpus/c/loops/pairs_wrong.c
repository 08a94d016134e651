/* The eleventh Fibonacci number is the first above eighty. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int pairs(int month)
{
    if (month < 2)
        return month;
    return pairs(month - 1) + pairs(month - 2);
}
int main(void)
{
    int month = __VERIFIER_nondet_int();
    if (month < 0 || month > 11)
        return 0;
    assert(pairs(month) <= 80);
    return 0;
}
