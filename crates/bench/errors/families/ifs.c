// N independent branches.
#include <assert.h>
int nondet_int(void);
int main(void)
{
    int sum = 0;
    for (int i = 0; i < N; i++) {
        int x = nondet_int();
        if (x > i)
            sum += i + 1;
    }
    assert(sum <= N * (N + 1) / 2);
    return 0;
}
