/* Binary search stays within the array. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int table[16], wanted = __VERIFIER_nondet_int(), low = 0, high = 16;
    for (int i = 0; i < 16; i++)
        table[i] = 3 * i + 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        assert(0 <= middle && middle < 16);
        if (table[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    assert(low == 16 || table[low] >= wanted);
    assert(low == 0 || table[low - 1] < wanted);
    return 0;
}
