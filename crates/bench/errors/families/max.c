// The largest of N numbers.
#include <assert.h>
int nondet_int(void);
int main(void)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = nondet_int();
    int max = a[0];
    for (int i = 1; i < N; i++)
        if (a[i] > max)
            max = a[i];
    for (int i = 0; i < N; i++)
        assert(max >= a[i]);
    return 0;
}
