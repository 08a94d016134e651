/* Every other round counts. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int half = __VERIFIER_nondet_int(), i = 0, even = 0;
    if (half < 0 || half > 1000000)
        return 0;
    while (i < 2 * half) {
        if (i % 2 == 0)
            even++;
        i++;
    }
    assert(even == half);
    return 0;
}
