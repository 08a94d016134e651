/* Two marks walk towards each other. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int left = 0, right = __VERIFIER_nondet_int();
    if (right < 0)
        return 0;
    while (left < right) {
        left++;
        right--;
    }
    assert(left - right == 0 || left - right == 1);
    return 0;
}
