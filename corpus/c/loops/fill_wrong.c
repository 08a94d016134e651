/* One element too many is cleared when the buffer is full. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int buffer[20], count = __VERIFIER_nondet_int();
    if (count < 0 || count > 20)
        return 0;
    for (int i = 0; i <= count; i++)
        buffer[i] = 0;
    return buffer[0];
}
