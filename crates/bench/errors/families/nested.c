// N by N rounds with a branch in each.
#include <assert.h>
int nondet_int(void);
int main(void)
{
    int count = 0, odd = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int x = nondet_int();
            if (x & 1)
                odd++;
            count++;
        }
    assert(count == N * N);
    assert(odd <= N * N);
    return 0;
}
