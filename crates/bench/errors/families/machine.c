// A machine of N states, run for 2 * N steps.
#include <assert.h>
int nondet_int(void);
int main(void)
{
    int state = 0, resets = 0;
    for (int step = 0; step < 2 * N; step++) {
        int input = nondet_int();
        if (input == 0) {
            state = 0;
            resets++;
        } else if (state < N - 1) {
            state++;
        }
        assert(state >= 0 && state < N);
    }
    assert(resets <= 2 * N);
    return 0;
}
